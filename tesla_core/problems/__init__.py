"""What networks learn: one folder a problem, which holds all there is to it.

A file that imports torch says so in its name (`…_torch.py`), so that pages can read everything else.
"""
