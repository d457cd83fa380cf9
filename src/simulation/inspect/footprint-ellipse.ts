import { cross, dot, type Vec3 } from '../../base/vec3.js';
import { Pulse } from '../../device/records.generated.js';
import type { Scanner } from '../../scanner/scanner.js';

/** A beam that grazes a surface at a smaller cosine is drawn as if at this one: its ellipse has no end. */
const COSINE_MIN = 0.01;

/**
 * The half axes of the ellipse in which a beam, to its 1/e² width, meets a plane at a range: the longer one, then the
 * shorter one.
 * `pulse` is a Pulse record, `normal` that of the plane. To first order in the beam's angle.
 */
export function footprintEllipse(
  { exitRadius, divergence }: Pick<Scanner, 'exitRadius' | 'divergence'>,
  range: number,
  pulse: Float32Array,
  normal: ArrayLike<number>,
): number[] {
  const axis = vectorIn(pulse, Pulse.direction / 4);
  const right = vectorIn(pulse, Pulse.right / 4);
  const across = Math.hypot(exitRadius, divergence.horizontal * range);
  const upwards = Math.hypot(exitRadius, divergence.vertical * range);
  const plane: Vec3 = [normal[0], normal[1], normal[2]];
  return mainAxes(alongBeam(right, across, axis, plane), alongBeam(cross(right, axis), upwards, axis, plane));
}

const vectorIn = (numbers: ArrayLike<number>, at: number): Vec3 => [numbers[at], numbers[at + 1], numbers[at + 2]];

/** A vector across the beam, moved along it to the plane. */
function alongBeam(side: Vec3, length: number, axis: Vec3, plane: Vec3): Vec3 {
  const facing = Math.max(COSINE_MIN, -dot(axis, plane));
  const by = (length * dot(side, plane)) / facing;
  return [length * side[0] + by * axis[0], length * side[1] + by * axis[1], length * side[2] + by * axis[2]];
}

/** The half axes of the ellipse a cos t + b sin t. */
function mainAxes(a: Vec3, b: Vec3): number[] {
  const turn = 0.5 * Math.atan2(2 * dot(a, b), dot(a, a) - dot(b, b));
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [...[0, 1, 2].map((k) => a[k] * c + b[k] * s), ...[0, 1, 2].map((k) => b[k] * c - a[k] * s)];
}
