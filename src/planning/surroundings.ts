import type { Vec3 } from '../base/vec3.js';
import type { SceneProbe } from './scene-probe.js';

/** The scene around a point. Metres; Infinity where there is nothing. */
export interface Surroundings {
  /**
   * `outside`: nothing above; `on top`: likewise, on something with room below it, such as a roof; `under`: something
   * above, but open to a side; `inside`: closed above and all round; `enclosed`: so closely that hardly anything but
   * one thing's own inside can be seen; `below`: nothing below, but something above.
   */
  kind: 'outside' | 'on top' | 'under' | 'inside' | 'enclosed' | 'below';
  /** Distance down to the first surface, and up. */
  ground: number;
  above: number;
}

/** Directions looked in all round: level, and half-way up. */
const SIDES = 12;
const RAYS = 2 + 2 * SIDES;
/** Distance within which everything around a point is one thing that encloses it. */
const ENCLOSED_M = 0.6;
/** Height of a room below a roof. */
const ROOM_M = 1.5;
/** Distance between a surface and a ray that begins below it. */
const STEP_M = 0.01;

/** The surroundings of each point, from rays up, down and all round. */
export function surroundings(probe: SceneProbe, points: readonly Vec3[]): Surroundings[] {
  const rays = new Float64Array(6 * RAYS * points.length);
  for (const [p, point] of points.entries())
    for (let k = 0; k < RAYS; k++) rays.set([...point, ...directionOf(k)], 6 * (p * RAYS + k));
  const distances = probe.cast(rays);
  const rooms = roomsBelow(probe, points, (p) => distances[p * RAYS]);
  return points.map((_, p) => {
    const [ground, above, ...around] = distances.subarray(p * RAYS, (p + 1) * RAYS);
    return { kind: kindOf(ground, above, around, rooms[p]), ground, above };
  });
}

/** Down, up, then all round. */
function directionOf(k: number): Vec3 {
  if (k < 2) return [0, 0, k === 0 ? -1 : 1];
  const angle = (2 * Math.PI * ((k - 2) % SIDES)) / SIDES;
  return [Math.sin(angle), Math.cos(angle), k - 2 < SIDES ? 0 : 1];
}

function kindOf(ground: number, above: number, around: readonly number[], room: number): Surroundings['kind'] {
  if (above === Infinity) return ground < Infinity && room >= ROOM_M ? 'on top' : 'outside';
  if (ground === Infinity) return 'below';
  if (!around.every((distance) => distance < Infinity)) return 'under';
  return Math.max(ground, above, ...around) < ENCLOSED_M ? 'enclosed' : 'inside';
}

/** Height of the highest space below the first and second surface under each point, such as a roof's two sides. */
function roomsBelow(probe: SceneProbe, points: readonly Vec3[], ground: (point: number) => number): Float64Array {
  const depths = Float64Array.from(points, (_, p) => ground(p));
  const rooms = new Float64Array(points.length);
  for (let side = 0; side < 2; side++) {
    const rays = new Float64Array(6 * points.length);
    for (const [p, [x, y, z]] of points.entries()) {
      if (depths[p] < Infinity) depths[p] += STEP_M;
      rays.set([x, y, depths[p] < Infinity ? z - depths[p] : z, 0, 0, -1], 6 * p);
    }
    for (const [p, free] of probe.cast(rays).entries()) {
      if (depths[p] < Infinity && free < Infinity) rooms[p] = Math.max(rooms[p], free);
      depths[p] += free;
    }
  }
  return rooms;
}
