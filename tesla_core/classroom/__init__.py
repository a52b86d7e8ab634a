"""The classroom: rooms that a teacher leads, kept in SQLite and told to all in them over the live route's socket."""
