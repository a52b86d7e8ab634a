"""Where the ledger of the paper finds finished runs."""
