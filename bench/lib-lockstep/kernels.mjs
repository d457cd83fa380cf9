// The kernels of the model, and the cost of each for the same rays.
import { NONE } from '../../dist/device/records.generated.js';
import { BundleLanes } from './bundle-lanes.mjs';
import { SubrayLanes } from './subray-lanes.mjs';
import { COSTS, LANES, raysPerSecond, STEP, Tally } from './tally.mjs';
import { WedgeLanes } from './wedge-lanes.mjs';

/** Kernels by name. */
export const KERNELS = {
  subray: (world) => new SubrayLanes(world),
  pulse: (world) => new BundleLanes(world, [0, world.rays.subrays]),
  quarter: (world) => new BundleLanes(world, quarters(world.rays.subrays)),
  dealt: (world) => new BundleLanes(world, [0, world.rays.subrays], { deals: true }),
  wedge: (world) => new WedgeLanes(world),
};

/** Parts of a pulse: the middle and its ring, then arcs of the outer one. */
function quarters(subrays) {
  const inner = Math.ceil((subrays * 7) / 19);
  const arc = (subrays - inner) / 3;
  return [0, inner, inner + Math.ceil(arc), inner + Math.ceil(2 * arc), subrays];
}

/**
 * Every kernel of `names` on the rays of `world`: its cost, and the number of its hits that differ from the first
 * one's; the hits, and the number of those that differ from the CPU engine's.
 */
export function traceAll(world, names) {
  let expected;
  const kernels = names.map((name) => {
    const row = trace(name, world);
    const hits = { numbers: world.hitNumbers(), distances: world.distances.slice() };
    expected ??= hits;
    const differs = (_, ray) =>
      hits.numbers[ray] !== expected.numbers[ray] || hits.distances[ray] !== expected.distances[ray];
    return { ...row, differing: hits.numbers.filter(differs).length };
  });
  const { numbers } = expected;
  return {
    rays: numbers.length,
    hits: numbers.filter((number) => number !== NONE).length,
    unlikeEngine: numbers.filter((number, ray) => number !== world.rays.hits[ray]).length,
    kernels,
  };
}

/** Traces all rays of `world` with a kernel; its cost is per 32 rays. */
function trace(name, world) {
  const tally = new Tally(world);
  world.clear();
  KERNELS[name](world).run(tally);
  const row = { kernel: name, ...describe(tally, world) };
  return name === 'subray' ? { ...row, ...doubts(world) } : row;
}

/** The numbers of a tally for the rays of `world`: counts of all, and the rest per 32 of them. */
function describe(tally, { rays: { pulses, subrays } }) {
  const rays = pulses * subrays;
  const groups = rays / LANES;
  const steps = Object.fromEntries(Object.keys(COSTS).map((name) => [name, tally.steps[STEP[name]] / groups]));
  return {
    counts: Object.fromEntries(Object.keys(COSTS).map((name) => [name, tally.steps[STEP[name]]])),
    steps,
    efficiency: {
      node: tally.efficiency('node'),
      triangle: tally.efficiency(steps.triangle > 0 ? 'triangle' : 'cone'),
    },
    /** Per ray: lanes instead of steps. */
    visits: {
      nodes: tally.lanes[STEP.node] / rays,
      triangles: (tally.lanes[STEP.triangle] + tally.lanes[STEP.cone]) / rays,
      subrays: tally.lanes[STEP.subray] / rays,
    },
    sceneLines: tally.sceneLines / groups,
    rayLines: tally.rayLines / groups,
    instructions: tally.instructions / groups,
    cycles: tally.cycles / groups,
    raysPerSecond: raysPerSecond(pulses * subrays, tally.cycles),
  };
}

/**
 * Rays that f32 leaves in doubt, the share of warps with any, and the cost of tracing them again, per 32 of all rays:
 * in their own lanes, and in as many warps as they fill.
 */
function doubts(world) {
  const { doubtful } = world;
  const chosen = doubtful.slice();
  const count = chosen.reduce((sum, bit) => sum + bit, 0);
  const warps = Math.ceil(chosen.length / LANES);
  let touched = 0;
  for (let warp = 0; warp < warps; warp++) if (chosen.subarray(warp * LANES, (warp + 1) * LANES).includes(1)) touched++;
  const apart = new Tally(world);
  KERNELS.subray(world.copy()).run(apart, chosen);
  const together = new Tally(world);
  KERNELS.subray(world.only(chosen)).run(together);
  const per32 = (sum) => (sum * LANES) / chosen.length;
  return {
    doubt: {
      rays: count / chosen.length,
      warps: touched / warps,
      apart: { instructions: per32(apart.instructions), cycles: per32(apart.cycles) },
      together: { instructions: per32(together.instructions), cycles: per32(together.cycles) },
    },
  };
}
