"""Background runs, in rooms that may import those before them:

backends/contract, store: what a place to run is; what is known of all jobs, the one truth
worker: the job's own process, and what it leaves in its folder
backends: where attempts run, this host or a cluster
supervisor: starts queued jobs and follows them to their end
launch: what a person may ask for; report: what is told of jobs

Nothing here imports torch; only the process of a job does.
"""
