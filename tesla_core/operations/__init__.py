"""What keeps a lab running that nobody watches: its health, figures, logs, backups."""
