"""Background runs: a store that is the one truth, a supervisor that starts processes, and backends that run them.

Nothing here imports torch; only the process of a job does.
"""
