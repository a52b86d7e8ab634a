"""Parity of bits: clean, with flipped labels, with a secret subset (LPN), and all strings as a surface."""
