"""The ledger's entries: one module a subject, each with its `ENTRIES`."""
