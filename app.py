"""The web application: `streamlit run app.py`. Torch stays out of this process; training happens in others."""

from __future__ import annotations

import streamlit as st

app = st.App("pages/router.py")
