import { UserError } from '../../base/errors.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import type { TraceNames } from './pulse-trace.js';
import type { SceneInspector } from './scene-inspector.js';
import { traceNames } from './trace-names.js';

/**
 * Probes of a scene: at places seen from above, x y each, or along rays, six numbers each: origin and direction.
 * `time`: the moment at which parts that move are met, seconds of the scene's clock; absent: 0.
 */
export type ProbeInput = ({ places: ArrayLike<number> } | { rays: ArrayLike<number> }) & { time?: number };

/**
 * Findings, an entry per place or ray (vectors: three, x y z): plain data. World coordinates, metres. NaN: nothing
 * there.
 */
export interface SceneProbes {
  count: number;
  /**
   * Position of the first surface met, and its distance in lengths of the ray's direction (places: metres below the
   * scene's top and 1 m more).
   */
  positions: Float64Array;
  ranges: Float32Array;
  /** Its normal, a unit vector, on the side of the ray's origin. */
  normals: Float32Array;
  /** Its labels, as points have them; 0 where nothing is met. */
  objects: Uint32Array;
  materials: Uint16Array;
  semantics: Uint16Array;
  classes: Uint8Array;
  /**
   * Height of the ground there (rays: below or above where they end): of a leg `on: ground`, and of one `on:
   * lowest-ground`.
   */
  ground: Float64Array;
  lowestGround: Float64Array;
  names: TraceNames;
}

/** Metres above the scene at which rays from above begin. */
const ABOVE = 1;

/**
 * The first surfaces that lie below places of the inspected scene, or are met by rays, and the heights of the ground
 * there for legs: those of a run, in which nothing that moves is ground. Foliage as a turbid medium is not met. Throws
 * UserError for an incomplete place or ray, and a time that is no number; AbortedError.
 *
 * @example
 * ```ts
 * const { positions, ground } = await probeScene(inspector, { places: [10, 5, 20, 5] });
 * ```
 */
export async function probeScene(
  inspector: SceneInspector,
  input: ProbeInput,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SceneProbes> {
  const rays = 'rays' in input ? whole(input.rays, 6, 'rays') : downwards(inspector, whole(input.places, 2, 'places'));
  const { time = 0 } = input;
  if (!Number.isFinite(time)) throw new UserError(`time: found ${time}, expected seconds of the scene's clock`);
  const probes = meet(inspector, rays, time);
  await setGround(inspector, probes, 'places' in input ? input.places : undefined, signal);
  return probes;
}

function whole(numbers: ArrayLike<number>, each: number, name: string): ArrayLike<number> {
  if (numbers.length % each !== 0)
    throw new UserError(`${name}: found ${numbers.length} numbers, expected ${each} for each`);
  return numbers;
}

function downwards({ scene }: SceneInspector, places: ArrayLike<number>): Float64Array {
  const rays = new Float64Array(3 * places.length);
  const top = scene.bounds.max[2] + ABOVE;
  for (let k = 0; k < places.length / 2; k++) rays.set([places[2 * k], places[2 * k + 1], top, 0, 0, -1], 6 * k);
  return rays;
}

function meet(inspector: SceneInspector, rays: ArrayLike<number>, time: number): SceneProbes {
  const { frameOrigin, surfaces } = inspector.scene;
  const count = rays.length / 6;
  const relative = Float32Array.from(rays, (value, k) => (k % 6 < 3 ? value - frameOrigin[k % 6] : value));
  const hits = inspector.rays().trace(relative, new Float64Array(count).fill(time));
  const nothing = { instance: 0, material: 0, semantic: 0, classification: 0 };
  const met = Array.from(hits.distance, (range, k) => (range >= 0 ? surfaces[hits.surface[k]] : nothing));
  const labels = {
    objects: Uint32Array.from(met, ({ instance }) => instance),
    materials: Uint16Array.from(met, ({ material }) => material),
    semantics: Uint16Array.from(met, ({ semantic }) => semantic),
    classes: Uint8Array.from(met, ({ classification }) => classification),
  };
  const none = (k: number) => !(hits.distance[k] >= 0);
  return {
    count,
    positions: Float64Array.from({ length: 3 * count }, (_, i) => {
      const [k, axis] = [Math.floor(i / 3), i % 3];
      return none(k) ? Number.NaN : rays[6 * k + axis] + hits.distance[k] * rays[6 * k + 3 + axis];
    }),
    ranges: hits.distance.map((range, k) => (none(k) ? Number.NaN : range)),
    normals: hits.normal.map((value, i) => (none(Math.floor(i / 3)) ? Number.NaN : value)),
    ...labels,
    ground: new Float64Array(count).fill(Number.NaN),
    lowestGround: new Float64Array(count).fill(Number.NaN),
    names: traceNames(inspector.scene, labels),
  };
}

/** Fills in the heights of the ground at `places`, absent: at the ends of the rays. */
async function setGround(
  inspector: SceneInspector,
  probes: SceneProbes,
  places: ArrayLike<number> | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const placeOf = (k: number): [number, number] =>
    places === undefined ? [probes.positions[3 * k], probes.positions[3 * k + 1]] : [places[2 * k], places[2 * k + 1]];
  const area: Rectangle & { min: [number, number]; max: [number, number] } = {
    min: [Infinity, Infinity],
    max: [-Infinity, -Infinity],
  };
  const known = Array.from({ length: probes.count }, (_, k) => k).filter((k) => placeOf(k).every(Number.isFinite));
  for (const k of known)
    placeOf(k).forEach((value, axis) => {
      area.min[axis] = Math.min(area.min[axis], value);
      area.max[axis] = Math.max(area.max[axis], value);
    });
  if (known.length === 0) return;
  const heights = await inspector.groundOver(area, { file: 'probe' }, signal);
  for (const k of known) {
    probes.ground[k] = heights.heightAt(...placeOf(k)) ?? Number.NaN;
    probes.lowestGround[k] = heights.lowestAt(...placeOf(k)) ?? Number.NaN;
  }
}
