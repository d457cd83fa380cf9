import { invariant } from '../base/errors.js';
import type { Log, OnProgress } from '../base/log.js';
import type { Vec3 } from '../base/vec3.js';
import { createRayMemory, RayTracer } from '../engine/cpu/ray-tracer.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import { loadScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import type { Machine, WithMachine } from '../simulation/machine.js';
import { cellCentre, type HeightRaster } from './height-raster.js';

export interface ProbeOptions extends WithMachine {
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Whether built trees are kept for the next run and reused; default: true. */
  cache?: boolean;
}

/**
 * Finds the first hits of rays, of 6 numbers each relative to the scene's frame origin: their distances in lengths of
 * the rays' directions; < 0: no hit.
 */
export interface RayCaster {
  trace(rays: Float32Array, times?: ArrayLike<number>): { distance: Float32Array };
}

/** Distance above and below the scene at which rays begin. */
const MARGIN = 1;
/**
 * Distance between a surface and a ray that continues behind it: above the rounding of f32 at the size of the scene.
 */
const STEP_MIN = 1e-3;
const ROUNDING = 2 ** -20;
/** Maximum number of surfaces above one another that are examined. */
const SURFACES_MAX = 32;

/** Rays into a scene as it stands at a moment, which find its heights and lines of sight. */
export class SceneProbe {
  readonly scene: Scene;
  /** The moment, seconds of the scene's clock. */
  readonly time: number;
  readonly #tracer: RayTracer | (() => RayCaster);
  /** Distance between a surface and a ray that continues behind it. */
  readonly #step: number;

  /** `tracer`: if it is a function, it is called each time, and the probe cannot `look`. */
  constructor(scene: Scene, tracer: RayTracer | (() => RayCaster), time = 0) {
    const { min, max } = scene.bounds;
    this.scene = scene;
    this.time = time;
    this.#tracer = tracer;
    this.#step = Math.max(STEP_MIN, ROUNDING * Math.max(...[0, 1, 2].map((k) => max[k] - min[k])));
  }

  /** Reads a scene and builds its trees. Throws UserError for a scene that cannot be read, AbortedError. */
  static async open(description: SceneDescription, options: ProbeOptions): Promise<SceneProbe> {
    const { files } = options.machine;
    return SceneProbe.of(await loadScene(description, { ...options, files }), options);
  }

  /** A probe of a loaded scene. */
  static async of(scene: Scene, options: ProbeOptions): Promise<SceneProbe> {
    return SceneProbe.on(scene, await options.machine.prepareScene(scene, options), options.machine);
  }

  /** A probe of a scene whose trees are built. */
  static async on(
    scene: Scene,
    { device }: PreparedScene,
    machine: Pick<Machine, 'loadKernelModule'>,
  ): Promise<SceneProbe> {
    return new SceneProbe(scene, new RayTracer(await machine.loadKernelModule(), createRayMemory(device, 1, 1)));
  }

  /** The same of another moment. */
  at(time: number): SceneProbe {
    return time === this.time ? this : new SceneProbe(this.scene, this.#tracer, time);
  }

  /**
   * Distance to the first hit of each ray, in lengths of its direction; Infinity without a hit. `rays` (world): origin
   * and direction of each, 6 numbers.
   */
  cast(rays: Float64Array): Float64Array {
    const distances = Float64Array.from(this.#trace(this.#relative(rays)).distance);
    for (let k = 0; k < distances.length; k++) if (!(distances[k] >= 0)) distances[k] = Infinity;
    return distances;
  }

  /** Likewise with the instance and the triangle that each ray hits. */
  look(rays: Float64Array): { distance: Float32Array; instance: Uint32Array; triangle: Uint32Array } {
    invariant(typeof this.#tracer !== 'function', 'this probe finds distances alone');
    return this.#tracer.trace(this.#relative(rays), this.time);
  }

  #trace(rays: Float32Array): { distance: Float32Array } {
    if (typeof this.#tracer !== 'function') return this.#tracer.trace(rays, this.time);
    return this.#tracer().trace(rays, new Float64Array(rays.length / 6).fill(this.time));
  }

  #relative(rays: Float64Array): Float32Array {
    const { frameOrigin } = this.scene;
    const relative = new Float32Array(rays.length);
    for (let at = 0; at < rays.length; at += 6)
      for (let axis = 0; axis < 3; axis++) {
        relative[at + axis] = rays[at + axis] - frameOrigin[axis];
        relative[at + 3 + axis] = rays[at + 3 + axis];
      }
    return relative;
  }

  /** Fills a raster with the height of the highest surface in the middle of each cell. */
  top(raster: HeightRaster): HeightRaster {
    const start = this.scene.bounds.max[2] + MARGIN;
    return this.#vertical(raster, start, -1);
  }

  /** Likewise for the lowest surface, met from below: the ground, if the scene has any. */
  ground(raster: HeightRaster): HeightRaster {
    const start = this.scene.bounds.min[2] - MARGIN;
    return this.#vertical(raster, start, 1);
  }

  /**
   * Likewise for the ground to stand on: the lowest surface with `headroom` metres of free space above it that is at
   * most `slab` metres above the lowest of all (a floor also has a lower side).
   */
  standing(raster: HeightRaster, headroom: number, slab: number): HeightRaster {
    const lowest = this.ground(raster).heights;
    const heights = new Float64Array(lowest.length).fill(Number.NaN);
    const floor = lowest.slice();
    let open = Array.from(floor.keys()).filter((index) => !Number.isNaN(floor[index]));
    for (let round = 0; round < SURFACES_MAX && open.length > 0; round++) {
      const rays = new Float64Array(6 * open.length);
      open.forEach((index, k) => {
        rays.set([...cellCentre(raster, index), floor[index] + this.#step, 0, 0, 1], 6 * k);
      });
      const free = this.cast(rays);
      open = open.filter((index, k) => {
        if (free[k] >= headroom) heights[index] = floor[index];
        else floor[index] += this.#step + free[k];
        return free[k] < headroom && floor[index] - lowest[index] <= slab;
      });
    }
    return { ...raster, heights };
  }

  /** Whether the straight line from `from` to each target (x y z each) is free, up to `slack` metres before it. */
  sees(from: Vec3, targets: Float64Array, slack: number): Uint8Array {
    const count = targets.length / 3;
    const rays = new Float64Array(6 * count);
    for (let k = 0; k < count; k++) {
      rays.set(from, 6 * k);
      for (let axis = 0; axis < 3; axis++) rays[6 * k + 3 + axis] = targets[3 * k + axis] - from[axis];
    }
    const seen = this.cast(rays);
    return new Uint8Array(count).map((_, k) => {
      const distance = Math.hypot(rays[6 * k + 3], rays[6 * k + 4], rays[6 * k + 5]);
      return seen[k] * distance >= distance - slack ? 1 : 0;
    });
  }

  #vertical(raster: HeightRaster, start: number, direction: 1 | -1): HeightRaster {
    const count = raster.heights.length;
    const rays = new Float64Array(6 * count);
    for (let k = 0; k < count; k++) {
      const [x, y] = cellCentre(raster, k);
      rays.set([x, y, start, 0, 0, direction], 6 * k);
    }
    const heights = this.cast(rays).map((d) => (d === Infinity ? Number.NaN : start + direction * d));
    return { ...raster, heights };
  }
}
