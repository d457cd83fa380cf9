import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';

/** A plane through the origin of a sector; no beam goes beyond it. */
interface Side {
  /** Points outwards; not of unit length. */
  normal: Vec3;
  length: number;
}

/** Room for rounding: a share of a distance, and metres. */
const SLACK = 1e-9;
const SLACK_METRES = 1e-6;

/** Smallest cosine between a beam and the middle of a sector that has sides. */
const LEAST_COSINE = 0.2;

/** A part of space that holds all beams of some pulses: a pyramid whose edges lie along the fan of the beams. */
export class BeamSector {
  private readonly origin: Vec3;
  /** Distance of the origins of beams from that of the sector. */
  private readonly spread: number;
  private readonly sides: readonly Side[];

  private constructor(origin: Vec3, spread: number, sides: readonly Side[]) {
    this.origin = origin;
    this.spread = spread;
    this.sides = sides;
  }

  /** The sector of entries `from` to `to` of a list, without those that are silent; undefined: all are. */
  static of({ origins, directions, silent }: PulseList, from: number, to: number): BeamSector | undefined {
    const at = (list: ArrayLike<number>, k: number): Vec3 => [list[3 * k], list[3 * k + 1], list[3 * k + 2]];
    const beams: Vec3[] = [];
    let origin: Vec3 | undefined;
    let [spread, sum]: [number, Vec3] = [0, [0, 0, 0]];
    for (let k = from; k < to; k++) {
      if (silent[k] === 1) continue;
      const [start, beam] = [at(origins, k), at(directions, k)];
      origin ??= start;
      spread = Math.max(spread, length(subtract(start, origin)));
      sum = add(sum, beam);
      beams.push(beam);
    }
    return origin && new BeamSector(origin, spread, sidesOf(beams, sum));
  }

  /** Whether a beam may come as near as `radius` to a place. */
  mayMeet(x: number, y: number, z: number, radius: number): boolean {
    const { origin, sides, spread } = this;
    const [a, b, c] = [x - origin[0], y - origin[1], z - origin[2]];
    const reach = radius + spread + SLACK_METRES + SLACK * (Math.abs(a) + Math.abs(b) + Math.abs(c));
    for (const { normal, length: stretch } of sides)
      if (a * normal[0] + b * normal[1] + c * normal[2] > reach * stretch) return false;
    return true;
  }
}

/** The sides around beams whose directions add up to `sum`; none if they go all ways. */
function sidesOf(beams: readonly Vec3[], sum: Vec3): Side[] {
  if (!(length(sum) > 0)) return [];
  const middle = normalize(sum);
  const across = widest(beams, middle);
  const other = cross(middle, across);
  const [u, v] = [emptyRange(), emptyRange()];
  for (const beam of beams) {
    const along = dot(beam, middle);
    if (along < LEAST_COSINE) return [];
    widen(u, dot(beam, across) / along);
    widen(v, dot(beam, other) / along);
  }
  // A place beyond the greatest slope has more of the axis than that slope times the middle.
  const beyond = (axis: Vec3, sign: number, slope: number): Vec3 =>
    subtract(scale(axis, sign), scale(middle, sign * slope));
  const normals = [beyond(across, 1, u.max), beyond(across, -1, u.min), beyond(other, 1, v.max)];
  normals.push(beyond(other, -1, v.min), scale(middle, -1));
  return normals.map((normal) => ({ normal, length: length(normal) }));
}

/** A unit vector across the middle, towards the beam that is farthest from it. */
function widest(beams: readonly Vec3[], middle: Vec3): Vec3 {
  let [best, reach]: [Vec3, number] = [[0, 0, 0], 0];
  for (const beam of beams) {
    const aside = subtract(beam, scale(middle, dot(beam, middle)));
    if (length(aside) > reach) [best, reach] = [aside, length(aside)];
  }
  if (reach > PARALLEL) return normalize(best);
  const [x, y] = middle;
  return normalize(cross(middle, Math.abs(x) < Math.abs(y) ? [1, 0, 0] : [0, 1, 0]));
}

/** Beams that are no farther apart have no fan. */
const PARALLEL = 1e-6;

const emptyRange = () => ({ min: Infinity, max: -Infinity });

function widen(range: { min: number; max: number }, value: number): void {
  range.min = Math.min(range.min, value);
  range.max = Math.max(range.max, value);
}
