"""The classroom: rooms that a teacher leads, kept in SQLite and told to everyone in them over the live route's socket."""
