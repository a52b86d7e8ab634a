"""What a live page of a problem is made of, as data. Imports neither Streamlit nor torch."""
