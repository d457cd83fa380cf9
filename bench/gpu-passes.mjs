// npm run bench -- gpu-passes: the time of each pass of the GPU engine over one chunk, with the way --walk through the
// trees, with the shaders of dist/ and, with --against FOLDER, with those of another version (its wgsl/, for the same
// buffers), turn by turn. SwiftShader's times are those of one core's instructions: good for ratios of the same pass.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globals } from 'webgpu';
import { benchScan, loadBenchScene } from '../dist/bench/bench-cases.js';
import { BENCH_SCENES, BENCH_SURVEYS } from '../dist/bench/bench-scenes.js';
import { GpuStages } from '../dist/bench/gpu-stages.js';
import { findNodeAdapter } from '../dist/engine/gpu/node-gpu.js';
import { passesFor, WALKS } from '../dist/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../dist/engine/gpu/shader-texts.generated.js';
import { programOf, runOf } from '../dist/simulation/instrument-scan.js';
import { prepareScene } from '../dist/simulation/node-prepare-scene.js';

export const options = {
  adapter: { type: 'string', default: 'hardware' },
  against: { type: 'string' },
  pulses: { type: 'string', default: '1024' },
  rounds: { type: 'string', default: '9' },
  passes: { type: 'string' },
  triangles: { type: 'string', default: '100000' },
  walk: { type: 'string', default: 'pulse' },
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

export async function run({ adapter: kind, against, passes, pulses, rounds, triangles, walk }) {
  if (!WALKS.includes(walk)) throw new Error(`--walk: found "${walk}", expected one of ${WALKS.join(', ')}`);
  Object.assign(globalThis, globals);
  const adapter = await findNodeAdapter(kind);
  if ('reason' in adapter) throw new Error(adapter.detail ?? adapter.reason);
  const scene = await loadBenchScene({ ...BENCH_SCENES[0], triangles: Number(triangles) });
  const prepared = await prepareScene(scene, { cache: false });
  const rows = [];
  for (const survey of BENCH_SURVEYS) {
    const scan = benchScan(survey, scene);
    const { settings } = runOf(scan, prepared);
    const program = programOf(scan, 0, scene);
    const input = { device: prepared.device, settings };
    const open = () => GpuStages.open(adapter, input, [program], Number(pulses), { walk });
    const versions = { here: await open() };
    if (against) versions.there = await withTexts(against, open);
    const kindOfRun = {
      deflector: program.deflector,
      masks: prepared.device.hasMasks,
      features: settings.features,
      walk,
    };
    const names = passesFor(kindOfRun)
      .map(({ name }) => name)
      .filter((name) => !passes || passes.split(',').includes(name));
    const times = await timePasses(versions, names, program, Number(pulses), Number(rounds));
    rows.push(...names.map((pass) => ({ survey, pass, ...nanosecondsOf(times, pass, Number(pulses)) })));
    for (const stages of Object.values(versions)) stages.close();
  }
  return { gpu: adapter.name, rows };
}

/** The result of `make` with the shaders of a folder. */
async function withTexts(folder, make) {
  const kept = { ...SHADER_TEXTS };
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.wgsl'));
  for (const name of names) SHADER_TEXTS[name] = readFileSync(join(folder, name), 'utf8');
  const made = await make();
  Object.assign(SHADER_TEXTS, kept);
  return made;
}

/** Seconds of every pass in every round, by version; chunks are spread over the leg. */
async function timePasses(versions, names, program, pulses, rounds) {
  const times = Object.fromEntries(Object.keys(versions).map((version) => [version, names.map(() => [])]));
  for (let round = 0; round <= rounds; round++) {
    const first = Math.floor((program.pulseCount - pulses) * ((0.1 + round * 0.618) % 1));
    const order = Object.entries(versions);
    if (round % 2 === 1) order.reverse();
    for (const [, stages] of order) stages.load(program, first, pulses);
    for (const [k, name] of names.entries())
      for (const [version, stages] of order) {
        const start = performance.now();
        stages.run(name);
        await stages.done();
        // The first round warms up.
        if (round > 0) times[version][k].push((performance.now() - start) / 1000);
      }
  }
  return Object.fromEntries(
    Object.entries(times).map(([version, lists]) => [
      version,
      Object.fromEntries(lists.map((list, k) => [names[k], list])),
    ]),
  );
}

/** Medians, nanoseconds a pulse, and that of the ratios of rounds. */
function nanosecondsOf(times, pass, pulses) {
  const of = (list) => (median(list) / pulses) * 1e9;
  const { here, there } = times;
  if (!there) return { here: of(here[pass]) };
  const ratio = median(here[pass].map((time, k) => time / there[pass][k]));
  return { here: of(here[pass]), there: of(there[pass]), ratio };
}

export function print({ gpu, rows }) {
  console.log(`${gpu}: nanoseconds a pulse`);
  for (const { survey, pass, here, there, ratio } of rows) {
    const other = there === undefined ? '' : `${there.toFixed(0).padStart(10)}${ratio.toFixed(3).padStart(8)}`;
    console.log(`${survey.padEnd(12)} ${pass.padEnd(16)} ${here.toFixed(0).padStart(10)}${other}`);
  }
}
