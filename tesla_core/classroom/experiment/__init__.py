"""The class as the experiment: one field of a run differs from student to student, and one chart shows all."""
