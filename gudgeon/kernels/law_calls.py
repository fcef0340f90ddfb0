"""How kernels call laws: one caller per family. Laws are addresses in the records, so that none
of them recompiles a kernel.
"""

from .._base.function_pointers import caller

signal = caller(1, 3)  # t -> value, rate, acceleration
characteristic = caller(1, 2)  # x -> force, potential
interaction = caller(14, 6)  # t, r, v, p, w -> force, torque
normal = caller(3, 1)  # delta, delta_dot, delta_dot_impact -> force
potential = caller(1, 1)  # delta -> recoverable energy
friction = caller(2, 1)  # v, F_N -> force
bristle = caller(4, 5)  # v, F_N, z, v_z -> r, sigma_0, sigma_1, sigma_2, limit
film = caller(7, 3)  # eps, v_r, v_t, spin, c, R, L -> f_r, f_t, torque
