"""Rooms in which a class follows its teacher, answers questions and is an experiment. No Streamlit, no torch."""
