"""Sets of labelled pictures, wherever they come from: folders, the Hugging Face hub, or drawn here."""
