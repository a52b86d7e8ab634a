"""Background runs, in folders. Each imports only those before it, and `processes` and `lock`, which know none of them:

store       what is known of all jobs, the one truth (of the backends it knows the names alone)
worker      the job's own process, and what it leaves in its folder
backends    where attempts run: this host with its slots, or a cluster
supervisor  starts queued jobs and follows them to their end
launch      what a person may ask for; needs the store alone
report      what is told of jobs; needs the store, what workers leave, and the options of launch

Nothing here imports torch; only the process of a job does.
"""
