"""Lessons as data: read from Markdown, checked, and handed to pages and rooms. Imports neither Streamlit nor torch."""
