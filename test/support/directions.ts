import type { Vec3 } from '../../src/base/vec3.js';

/** Unit vector at `theta` from the z axis, azimuth `phi` from the x axis, radians. */
export const directionAt = (theta: number, phi: number): Vec3 => [
  Math.sin(theta) * Math.cos(phi),
  Math.sin(theta) * Math.sin(phi),
  Math.cos(theta),
];
