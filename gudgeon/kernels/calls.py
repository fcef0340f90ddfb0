"""How kernels call laws: one caller per family. Laws are addresses in the records, so that none of them recompiles a kernel."""

from .._pointer import caller

signal = caller(1, 3)  # t -> value, rate, acceleration
characteristic = caller(1, 2)  # x -> force, potential
interaction = caller(14, 6)  # t, r, v, p, w -> force, torque
