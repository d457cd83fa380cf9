import { type Box3, length, scale, type Vec3 } from '../base/vec3.js';
import type { Scene } from '../scene/scene.js';
import { type InstrumentScan, programOf } from './instrument-scan.js';
import type { Machine } from './machine.js';

/** Some beams of a leg, evenly over its pulses. */
export interface BeamSample {
  count: number;
  /** Their origins and directions, world; 3 each. */
  origins: Float64Array;
  directions: Float64Array;
}

/** Steps over a leg that meet every laser and every part of a line: fractions of the golden ratio. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Numbers of up to `most` pulses of a leg, evenly over it, in their order. */
export function evenPulses(pulseCount: number, most: number): number[] {
  const count = Math.min(most, pulseCount);
  return Array.from({ length: count }, (_, k) =>
    count === pulseCount ? k : Math.floor(((k * GOLDEN) % 1) * pulseCount),
  ).sort((a, b) => a - b);
}

/** Up to `most` beams of leg number `leg`, without silent pulses. */
export async function sampleBeams(
  machine: Pick<Machine, 'createPulseLister'>,
  scan: InstrumentScan,
  leg: number,
  scene: Pick<Scene, 'frameOrigin'>,
  most: number,
): Promise<BeamSample> {
  const program = programOf(scan, leg, scene);
  const list = await machine.createPulseLister(program);
  const numbers = evenPulses(program.pulseCount, most);
  const [origins, directions]: number[][] = [[], []];
  for (const number of numbers) {
    const one = list(number, 1);
    if (one.silent[0] === 1) continue;
    origins.push(...[0, 1, 2].map((axis) => one.origins[axis] + scene.frameOrigin[axis]));
    directions.push(...one.directions);
  }
  return {
    count: origins.length / 3,
    origins: Float64Array.from(origins),
    directions: Float64Array.from(directions),
  };
}

/** The directions of the beams, in words, and the share of them that passes through the bounds of the scene. */
export function describeBeams(sample: BeamSample, bounds: Box3): string {
  const { count, origins, directions } = sample;
  if (count === 0) return 'no beam leaves';
  let through = 0;
  for (let k = 0; k < count; k++) {
    const [from, along] = [origins, directions].map((list): Vec3 => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);
    if (meetsBox(from, along, bounds)) through++;
  }
  const share = `${((100 * through) / count).toFixed(0)} % of the beams point at its bounds`;
  if (goAllRound(sample)) return `beams go all round, and ${share}`;
  const mean = meanDirection(sample);
  const level = Math.hypot(mean[0], mean[1]);
  const elevation = (Math.atan2(mean[2], level) * 180) / Math.PI;
  if (Math.abs(elevation) > 45) return `beams point ${elevation > 0 ? 'up' : 'down'}, and ${share}`;
  const heading = ((Math.atan2(mean[0], mean[1]) * 180) / Math.PI + 360) % 360;
  return `beams point towards heading ${heading.toFixed(0)}°, and ${share}`;
}

/** Whether beams have no direction in common, except a little up or down. */
export const goAllRound = (sample: BeamSample): boolean => length(meanDirection(sample)) < 0.3;

/** The mean of the directions of beams; NaN without any. */
function meanDirection({ count, directions }: BeamSample): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3 * count; k++) sum[k % 3] += directions[k];
  return scale(sum, 1 / count);
}

/** Whether a ray meets a box (slabs). */
function meetsBox(from: Vec3, along: Vec3, { min, max }: Box3): boolean {
  let [near, far] = [0, Infinity];
  for (const axis of [0, 1, 2] as const) {
    if (along[axis] === 0) {
      if (from[axis] < min[axis] || from[axis] > max[axis]) return false;
      continue;
    }
    const [a, b] = [(min[axis] - from[axis]) / along[axis], (max[axis] - from[axis]) / along[axis]];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far;
}
