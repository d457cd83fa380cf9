// Counts of the work of lanes in lockstep, and its cost on a GPU.

/** Lanes in lockstep: a warp. */
export const LANES = 32;
const LINE_BYTES = 128;

/**
 * Steps of a warp, however many of its lanes take part, and the instructions of each: estimates of the code that
 * compilers for NVIDIA's GPUs make of wgsl/boxes.wgsl, triangles.wgsl, ray.wgsl and bundle.wgsl, and of kernels that
 * are not written on the same scale.
 */
export const COSTS = {
  /** Both boxes of a node, the stack, the loop. */
  node: 84,
  /** A ray against a triangle until the signs of the edges, and its distance. */
  triangle: 82,
  distance: 110,
  /** A bundle against a triangle; of one that it touches, the plane. */
  cone: 100,
  plane: 34,
  /** A ray of the bundle against that triangle until the signs, and its distance and the hit that is left. */
  subray: 30,
  planeDistance: 80,
  /** Reading the hit of a ray of the bundle. */
  hit: 5,
  /** The same where lanes have other lanes' triangles and subrays, read from workgroup memory; putting them there. */
  pair: 50,
  deal: 60,
  /** A bundle against one box; the farthest hit of a bundle and of all lanes. */
  box: 45,
  farthest: 50,
  /** Loading a ray and storing its hit; the same of each ray of a bundle, and the fixed cost of a bundle. */
  ray: 120,
  bundleRay: 60,
  bundle: 100,
};

const NAMES = Object.keys(COSTS);
/** Places of the steps: STEP.node, … */
export const STEP = Object.fromEntries(NAMES.map((name, k) => [name, k]));

/** The work of warps while one kernel traces. */
export class Tally {
  /** Of a world's `bytes`. */
  constructor({ bytes }) {
    this.steps = new Float64Array(NAMES.length);
    this.lanes = new Float64Array(NAMES.length);
    /** Lines of the scene, and of rays, that steps touch, added up. */
    this.sceneLines = 0;
    this.rayLines = 0;
    /** The last step that touched each line. */
    this.touched = new Int32Array(Math.ceil(bytes / LINE_BYTES) + 1);
    this.access = 0;
  }

  /** A step of `lanes` lanes. */
  add(step, lanes) {
    this.steps[step]++;
    this.lanes[step] += lanes;
  }

  /** The next step begins to read. */
  read() {
    this.access++;
  }

  /** A lane reads a record of the scene: `bytes` from byte `at`. */
  readScene(at, bytes) {
    this.sceneLines += this.touch(at, bytes);
  }

  readRay(at, bytes) {
    this.rayLines += this.touch(at, bytes);
  }

  /** The lines that no other lane has touched in this step. */
  touch(at, bytes) {
    const last = Math.floor((at + bytes - 1) / LINE_BYTES);
    let lines = 0;
    for (let line = Math.floor(at / LINE_BYTES); line <= last; line++) {
      if (this.touched[line] === this.access) continue;
      this.touched[line] = this.access;
      lines++;
    }
    return lines;
  }

  /** Share of lanes that take part in a kind of step; NaN without any. */
  efficiency(name) {
    return this.lanes[STEP[name]] / this.steps[STEP[name]] / LANES;
  }

  get instructions() {
    return NAMES.reduce((sum, name, k) => sum + this.steps[k] * COSTS[name], 0);
  }

  get cycles() {
    return cyclesOf(this.instructions, this.sceneLines, this.rayLines);
  }
}

/** An H100 SXM (NVIDIA H100 whitepaper): processors, Hz under load, instructions of warps a cycle of a processor. */
const GPU = { processors: 132, clock: 1.7e9, issue: 4 };
/** Share of the instructions that a processor could issue which kernels of this kind reach: estimated. */
const ISSUED = 0.75;
/**
 * Cycles of a processor lost for a line of the scene, over all its warps: one number fitted to the four rates of
 * `traverse` on an H100 in bench/results/engines.md, which the model then gives to a tenth. Rays lie beside each other
 * and stay in the cache: estimated.
 */
const SCENE_LINE_CYCLES = 22;
const RAY_LINE_CYCLES = 2;

/** Cycles of a processor for so many instructions and lines of warps. */
const cyclesOf = (instructions, sceneLines, rayLines) =>
  instructions / GPU.issue / ISSUED + sceneLines * SCENE_LINE_CYCLES + rayLines * RAY_LINE_CYCLES;

/** Rays a second of the whole GPU at these cycles of a processor for `rays` rays. */
export const raysPerSecond = (rays, cycles) => (GPU.processors * GPU.clock * rays) / cycles;
