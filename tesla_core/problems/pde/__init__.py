"""What equations have in common that networks solve by obeying them (PINNs); each equation has a folder of its own."""
