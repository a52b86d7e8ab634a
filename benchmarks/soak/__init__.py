"""A lab whose processes are killed all the time, while people watch and jobs run: `make soak`."""
