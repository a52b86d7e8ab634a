"""The supervisor: one process for each home that starts queued jobs, follows them to their end, and can be killed.

It keeps nothing of worth in memory. What it knows is in the store and in the jobs' folders, so that the next one goes
on where it was: jobs run in sessions of their own, and are adopted by their token.

`python -m tesla_core.jobs.supervisor` runs it in the foreground; `--detach` leaves it in the background once it holds
the lock. SIGTERM lets every job save where it is, puts them back into the queue and ends; an app that runs starts
another while jobs are unfinished, unless the lab is drained. Variables: TESLA_LAB_HOME,
TESLA_LAB_CPU_SLOTS and TESLA_LAB_GPUS, and TESLA_LAB_JOBS_<NAME> for each of `timing.Timing`.
"""
