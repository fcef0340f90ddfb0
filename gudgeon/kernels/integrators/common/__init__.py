"""What methods share: their contract (base.py), Runge-Kutta tables, Newton's method, stiffness."""
