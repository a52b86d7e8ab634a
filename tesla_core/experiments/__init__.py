"""The paper's experiments: a flat, frozen spec for each, and how a spec becomes a training and a result.

Specs and the registry import no torch, so that pages and the command line can validate without it.
"""
