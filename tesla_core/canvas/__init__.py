"""The canvas wherever it is shown: a page of the lab, a plain page of this server, a file of its own. No Streamlit."""
