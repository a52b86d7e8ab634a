"""The web application: `streamlit run app.py`. Torch stays out of this process; training happens in others."""

from __future__ import annotations

import streamlit as st

from tesla_core.live.route import live_route
from tesla_core.live.service import live_service

service = live_service()
base_path = st.get_option("server.baseUrlPath") or ""

app = st.App("pages/router.py", routes=[live_route(service, base_path)], lifespan=service.lifespan)
