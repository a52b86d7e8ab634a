"""What the paper reports, as data: every entry carries its value and the table or section it stands in.

The numbers of a problem live in that problem's folder (`problems/…/paper.py`); here is what belongs to all.
"""
