"""Who visits, as this server knows it: a signed identity and an address. Nothing that a client merely says counts."""
