// Vectors as arrays of three, Euler parameters with the scalar first.

export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => times(a, 1 / (norm(a) || 1));

export function rotate([e0, ...e], v) {
  const u = cross(e, v);
  const w = cross(e, u);
  return [0, 1, 2].map((k) => v[k] + 2 * (e0 * u[k] + w[k]));
}

export const placed = (pose, point) => plus(pose.position, rotate(pose.orientation, point));

export function perpendicular(axis) {
  const k = [0, 1, 2].reduce((best, k) => (Math.abs(axis[k]) < Math.abs(axis[best]) ? k : best), 0);
  const basis = [0, 0, 0];
  basis[k] = 1;
  return unit(sub(basis, times(axis, dot(basis, axis))));
}
