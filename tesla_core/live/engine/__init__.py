"""The engine: the one process with torch, which trains what people watch. Pages never import from here."""
