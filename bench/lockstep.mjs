// The GPU engine's traversal without a GPU: 32 lanes in lockstep over the trees that the engine uploads and the subrays of its own
// surveys, with today's kernel and others. Exact numbers of steps, cache lines that they touch, and what a model of an H100
// makes of them (lib-lockstep/tally.mjs). All kernels must find the same hits. `--counters` compares the steps with counters in the
// shader itself, on the software adapter.
import { loadBenchScene } from '../dist/bench/bench-cases.js';
import { BENCH_SCENES } from '../dist/bench/bench-scenes.js';
import { prepareScene } from '../dist/simulation/node-prepare-scene.js';
import { CASES } from './lib-lockstep/cases.mjs';
import { KERNELS, trace } from './lib-lockstep/kernels.mjs';
import { raysOf } from './lib-lockstep/rays.mjs';
import { binaryTree } from './lib-lockstep/tree.mjs';
import { World } from './lib-lockstep/world.mjs';

export const options = {
  scene: { type: 'string', default: 'forest' },
  shrink: { type: 'string', default: '1' },
  cases: { type: 'string', default: Object.keys(CASES).join(';') },
  kernels: { type: 'string', default: Object.keys(KERNELS).join() },
  runs: { type: 'string', default: '64' },
  counters: { type: 'boolean' },
};

export async function run({ scene: name, shrink, cases, kernels, runs }) {
  const wanted = BENCH_SCENES.find((scene) => scene.name === name);
  if (!wanted)
    throw new Error(`--scene: found "${name}", expected one of ${BENCH_SCENES.map((scene) => scene.name).join(', ')}`);
  const scene = await loadBenchScene({ ...wanted, triangles: Math.ceil(wanted.triangles / Number(shrink)) });
  const prepared = await prepareScene(scene, { cache: false });
  const tree = binaryTree(prepared.device);
  const rows = [];
  for (const survey of cases.split(';')) {
    const rays = await raysOf(CASES[survey](scene), scene, prepared, tree, Number(runs));
    rows.push({ survey, ...traceAll(new World(tree, rays), kernels.split(',')) });
  }
  return { scene: name, triangles: tree.triangleCount, nodes: tree.nodeCount, rows };
}

/** Every kernel on the same rays; the first one's hits count. */
export function traceAll(world, names) {
  const rays = world.rays.pulses * world.rays.subrays;
  let expected;
  const kernels = names.map((name) => {
    const row = trace(name, world);
    const found = Int32Array.from({ length: rays }, (_, ray) => world.numberOf(ray));
    expected ??= { found, distances: world.distances.slice() };
    const { distances } = expected;
    return {
      ...row,
      differing: found.filter(
        (number, ray) => number !== expected.found[ray] || world.distances[ray] !== distances[ray],
      ).length,
    };
  });
  const hits = expected.found.filter((number) => number >= 0).length;
  const unlikeEngine = expected.found.filter((number, ray) => number >>> 0 !== world.rays.hits[ray]).length;
  return { rays, hits, unlikeEngine, kernels };
}

export function print({ scene, triangles, nodes, rows }) {
  console.log(`${scene}: ${triangles} triangles, ${nodes} nodes of two children; steps of 32 lanes per 32 subrays`);
  for (const { survey, rays, hits, unlikeEngine, kernels } of rows) {
    console.log(
      `${survey}: ${rays} subrays, ${((100 * hits) / rays).toFixed(1)} % hit; ${unlikeEngine} unlike the CPU engine's`,
    );
    console.log(
      '  kernel     nodes  lanes   triangles / cones  lanes   subrays  lines  instructions   M subrays/s  other hits',
    );
    for (const kernel of kernels) console.log(lineOf(kernel));
    const { doubt } = kernels.find((kernel) => kernel.doubt) ?? {};
    if (doubt)
      console.log(
        `  in doubt: ${percent(doubt.rays)} of subrays, ${percent(doubt.warps)} of warps; again: ${doubt.apart.toFixed(0)} instructions, ${doubt.together.toFixed(0)} in warps of their own`,
      );
  }
}

const percent = (share) => `${(100 * share).toFixed(2)} %`;

function lineOf({ kernel, steps, efficiency, lines, instructions, raysPerSecond, differing }) {
  const cells = [
    [steps.node.toFixed(1), 7],
    [percent(efficiency.node), 9],
    [(steps.triangle + steps.cone).toFixed(1), 8],
    [percent(efficiency.triangle), 9],
    [(steps.subray + steps.pair).toFixed(1), 8],
    [lines.toFixed(1), 8],
    [instructions.toFixed(0), 8],
    [(raysPerSecond / 1e6).toFixed(0), 8],
    [String(differing), 5],
  ];
  return `  ${kernel.padEnd(8)}${cells.map(([text, width]) => text.padStart(width)).join('')}`;
}
