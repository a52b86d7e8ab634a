"""The ledger's entries: one module a subject, each with its `ENTRIES`, which `tesla_core/paper/ledger.py` gathers."""
