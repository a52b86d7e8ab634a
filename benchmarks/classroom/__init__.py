"""A class of real sockets: what it sees how soon, and what that costs; the lottery that it draws."""
