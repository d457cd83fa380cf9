// The GPU engine's traversal without a GPU: 32 lanes in lockstep over the trees that the engine uploads and the subrays
// of its own surveys, by the ways that it has and others. Exact numbers of steps and of the cache lines that they
// touch, and their time in a model of an H100 (lib-lockstep/tally.mjs). All kernels must find the same hits.
// `--counters` compares the steps with counters in the shaders themselves.
import { globals } from 'webgpu';
import { loadBenchScene } from '../dist/bench/bench-cases.js';
import { BENCH_SCENES } from '../dist/bench/bench-scenes.js';
import { findNodeAdapter } from '../dist/engine/gpu/node-gpu.js';
import { WALKS } from '../dist/engine/gpu/passes.js';
import { prepareScene } from '../dist/simulation/node-prepare-scene.js';
import { CASES } from './lib-lockstep/cases.mjs';
import { countEcho, countTraverse } from './lib-lockstep/counters.mjs';
import { KERNELS, traceAll } from './lib-lockstep/kernels.mjs';
import { raysOf } from './lib-lockstep/rays.mjs';
import { binaryTree } from './lib-lockstep/tree.mjs';
import { World } from './lib-lockstep/world.mjs';

export const options = {
  scene: { type: 'string', default: 'forest' },
  shrink: { type: 'string', default: '1' },
  cases: { type: 'string', default: Object.keys(CASES).join() },
  kernels: { type: 'string', default: Object.keys(KERNELS).join() },
  runs: { type: 'string', default: '64' },
  counters: { type: 'boolean', default: false },
  adapter: { type: 'string', default: 'software' },
};

export async function run({ scene: name, shrink, cases, kernels, runs, counters, adapter: kind }) {
  const scenes = BENCH_SCENES.map((scene) => scene.name);
  const wanted = BENCH_SCENES[scenes.indexOf(namesIn('scene', name, scenes)[0])];
  const surveys = namesIn('cases', cases, Object.keys(CASES));
  const wantedKernels = namesIn('kernels', kernels, Object.keys(KERNELS));
  const adapter = counters ? await openAdapter(kind) : undefined;
  const scene = await loadBenchScene({ ...wanted, triangles: Math.ceil(wanted.triangles / Number(shrink)) });
  const prepared = await prepareScene(scene, { cache: false });
  const tree = binaryTree(prepared.device);
  const rows = [];
  for (const survey of surveys) {
    const rays = await raysOf(CASES[survey](scene), scene, prepared, tree, Number(runs));
    const row = { survey, ...traceAll(new World(tree, rays), wantedKernels) };
    if (adapter) {
      for (const kernel of row.kernels.filter(({ kernel }) => WALKS.includes(kernel)))
        kernel.counted = await countTraverse(adapter, prepared.device, rays, kernel.kernel);
      row.echo = await countEcho(adapter, prepared.device, rays);
    }
    rows.push(row);
  }
  return { scene: name, triangles: tree.triangleCount, nodes: tree.nodeCount, rows };
}

/** The names of an option, separated by commas. */
function namesIn(option, text, known) {
  const names = text.split(',');
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new Error(`--${option}: found "${wrong}", expected names out of ${known.join(', ')}`);
  return names;
}

async function openAdapter(kind) {
  Object.assign(globalThis, globals);
  const adapter = await findNodeAdapter(kind);
  if ('reason' in adapter) throw new Error(adapter.detail ?? adapter.reason);
  return adapter;
}

export function print({ scene, triangles, nodes, rows }) {
  console.log(
    `${scene}: ${triangles} triangles, ${nodes} nodes; steps of 32 lanes per 32 subrays, % of lanes that take part`,
  );
  for (const row of rows) {
    const { survey, rays, hits, unlikeEngine, kernels } = row;
    console.log(`${survey}: ${rays} subrays, ${percent(hits / rays)} hit, ${unlikeEngine} unlike the CPU engine's`);
    console.log(HEAD);
    for (const kernel of kernels) console.log(lineOf(kernel));
    for (const kernel of kernels) printCounted(kernel);
    const single = kernels.find(({ kernel }) => kernel === 'subray');
    if (single) printDoubt(single);
    if (row.echo) printEcho(row.echo);
  }
}

const percent = (share) => `${(100 * share).toPrecision(3)} %`;

/** Columns and their widths. */
const COLUMNS = [
  ['nodes', 8],
  ['lanes', 8],
  ['triangles', 11],
  ['cones', 8],
  ['lanes', 8],
  ['subrays', 9],
  ['lines', 8],
  ['of rays', 9],
  ['instructions', 14],
  ['cycles', 8],
  ['M subrays/s', 13],
  ['other hits', 12],
];
const HEAD = `  kernel   ${COLUMNS.map(([name, width]) => name.padStart(width)).join('')}`;

function lineOf({ kernel, steps, efficiency, sceneLines, rayLines, instructions, cycles, raysPerSecond, differing }) {
  const cells = [
    steps.node.toFixed(1),
    percent(efficiency.node),
    steps.triangle.toFixed(1),
    steps.cone.toFixed(1),
    percent(efficiency.triangle),
    (steps.subray + steps.pair).toFixed(1),
    sceneLines.toFixed(1),
    rayLines.toFixed(1),
    instructions.toFixed(0),
    cycles.toFixed(0),
    (raysPerSecond / 1e6).toFixed(0),
    String(differing),
  ];
  return `  ${kernel.padEnd(9)}${cells.map((text, k) => text.padStart(COLUMNS[k][1])).join('')}`;
}

/** Subrays in doubt, and the cost of the pass over them. */
function printDoubt({ doubt, counted }) {
  const taking = ({ instructions, cycles }) => `${instructions.toFixed(0)} instructions, ${cycles.toFixed(0)} cycles`;
  const again = `${taking(doubt.apart)}; in warps of their own ${taking(doubt.together)}`;
  console.log(`  in doubt: ${percent(doubt.rays)} of subrays, ${percent(doubt.warps)} of warps; again ${again}`);
  if (counted) console.log(`  in doubt by the shader: ${percent(counted.doubts)} of subrays`);
}

/** The counters of the shader, against those of the model. */
function printCounted({ kernel, visits, counted }) {
  if (!counted) return;
  const compare = (name) => `${name} ${visits[name].toFixed(2)}, ${counted[name].toFixed(2)}`;
  console.log(
    `  ${kernel}, per subray, by the model and by the shader: ${Object.keys(visits).map(compare).join('; ')}`,
  );
}

function printEcho({ mean, most }) {
  console.log(`  echo reads ${mean.toFixed(0)} hits a pulse, ${most.toFixed(0)} for the slowest of 32 pulses`);
}
