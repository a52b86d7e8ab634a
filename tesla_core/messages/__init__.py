"""Sentences that people read, in their language: English in the code, any other in a catalogue of gettext's form."""
