"""The pages of a class that are plain HTML: joining, following, the wall, and the notes that stay of a room."""
