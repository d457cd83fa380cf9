// Both engines stage by stage on the surveys of `subray bench parity`: each stage of the GPU is given the output of the
// CPU's stage before it, so that a difference belongs to one stage. Numbers of pulses or subrays that differ, and the
// first subrays that hit another triangle, with the bits of their numbers.
import { globals } from 'webgpu';
import { benchScan, loadBenchScene } from '../dist/bench/bench-cases.js';
import { BENCH_SCENES, BENCH_SURVEYS } from '../dist/bench/bench-scenes.js';
import { compareReturns } from '../dist/bench/compare-returns.js';
import { CpuStages } from '../dist/bench/cpu-stages.js';
import { GpuStages } from '../dist/bench/gpu-stages.js';
import { spreadRanges } from '../dist/bench/trace-ranges.js';
import { BLOCK_PULSES, Hit, Point, Pulse, Totals } from '../dist/device/records.generated.js';
import { findNodeAdapter } from '../dist/engine/gpu/node-gpu.js';
import { programOf, runOf } from '../dist/simulation/instrument-scan.js';
import { prepareScene } from '../dist/simulation/node-prepare-scene.js';
import { columnsOf } from '../dist/simulation/points/scene-facts.js';

export const options = {
  adapter: { type: 'string', default: 'hardware' },
  pulses: { type: 'string', default: '200000' },
  scenes: { type: 'string', default: BENCH_SCENES.map(({ name }) => name).join() },
  shrink: { type: 'string', default: '1' },
};

const STRETCHES = 50;
const SAMPLES = 5;
const DIRECTION_WORDS = 4;
const COUNTS_BYTES = 16;
/** Largest difference of `reflect`, in units of the last place. */
const ENERGY_ULPS = 32;

const words = (buffer) => new Uint32Array(buffer);
const floats = (buffer) => new Float32Array(buffer);

export async function run({ adapter: kind, pulses, scenes, shrink }) {
  Object.assign(globalThis, globals);
  const adapter = await findNodeAdapter(kind);
  if ('reason' in adapter) throw new Error(adapter.detail ?? adapter.reason);
  const rows = [];
  for (const wanted of BENCH_SCENES.filter(({ name }) => scenes.split(',').includes(name))) {
    const scene = await loadBenchScene({ ...wanted, triangles: Math.ceil(wanted.triangles / Number(shrink)) });
    const prepared = await prepareScene(scene, { cache: false });
    for (const survey of BENCH_SURVEYS) {
      const found = await compareOn(adapter, benchScan(survey, scene), scene, prepared, Number(pulses));
      rows.push({ scene: wanted.name, survey, ...found });
    }
  }
  return { gpu: adapter.name, rows };
}

async function compareOn(adapter, scan, scene, prepared, pulses) {
  const { settings } = runOf(scan, prepared);
  const program = programOf(scan, 0, scene);
  const input = { device: prepared.device, settings };
  const cpu = await CpuStages.open(input, program);
  const gpu = await GpuStages.open(adapter, input, [program], BLOCK_PULSES);
  const found = { pulses: 0, subrays: 0, pulse: 0, subray: 0, traverse: 0, range: 0, reflect: 0, echo: 0, samples: [] };
  for (const { first, end } of spreadRanges(program, STRETCHES, Math.ceil(pulses / STRETCHES)))
    for (let from = first; from < end; from += BLOCK_PULSES) {
      const count = Math.min(BLOCK_PULSES, end - from);
      const right = cpu.run(from, count);
      gpu.load(program, from, count);
      await compareBlock({ gpu, right, from, count, settings, labels: columnsOf(scene.surfaces) }, found);
    }
  gpu.close();
  return found;
}

async function compareBlock({ gpu, right, from, count, settings, labels }, found) {
  const rays = count * settings.subrayCount;
  found.pulses += count;
  found.subrays += rays;

  gpu.run('pulse');
  found.pulse += unlike(words(await gpu.read('pulses', count * Pulse.SIZE)), words(right.pulse.pulses), Pulse.SIZE / 4);
  gpu.write('pulses', right.pulse.pulses);

  gpu.run('subray');
  const directions = words(await gpu.read('directions', rays * DIRECTION_WORDS * 4));
  found.subray += unlike(directions, words(right.subray.directions), DIRECTION_WORDS);
  gpu.write('directions', right.subray.directions);

  gpu.runStage('traverse');
  compareHits(await gpu.read('hits', rays * Hit.SIZE), right, from, settings.subrayCount, found);
  gpu.write('hits', right.traverse.hits);

  gpu.run('reflect');
  const energies = [await gpu.read('hits', rays * Hit.SIZE), right.reflect.hits].map(floats);
  for (let at = Hit.energy / 4; at < energies[0].length; at += Hit.SIZE / 4) {
    const [mine, theirs] = [energies[0][at], energies[1][at]];
    const isHit = energies[1][at - (Hit.energy - Hit.distance) / 4] >= 0;
    if (isHit && Math.abs(mine - theirs) > ENERGY_ULPS * 2 ** -24 * theirs) found.reflect++;
  }
  gpu.write('hits', right.reflect.hits);

  gpu.run('echo');
  const returns = await gpu.read('returns', count * settings.maxReturns * Point.SIZE);
  const counts = words(await gpu.read('counts', count * COUNTS_BYTES));
  const dense = denseReturns(returns, counts, settings.maxReturns);
  const echoes = right.echo.returns;
  found.echo += compareReturns(
    { words: dense, floats: floats(dense.buffer) },
    { words: words(echoes), floats: floats(echoes) },
    labels,
  ).differing.length;
}

/** Records of `size` words with any other word. */
function unlike(a, b, size) {
  let count = 0;
  for (let at = 0; at < a.length; at += size)
    if (a.subarray(at, at + size).some((word, k) => word !== b[at + k])) count++;
  return count;
}

function compareHits(hits, right, from, subrayCount, found) {
  const [mine, theirs] = [hits, right.traverse.hits].map((buffer) => ({
    words: words(buffer),
    floats: floats(buffer),
  }));
  for (let at = 0; at < mine.words.length; at += Hit.SIZE / 4) {
    const hit = [mine, theirs].map(({ floats }) => floats[at + Hit.distance / 4] >= 0);
    if (!hit[0] && !hit[1]) continue;
    const isSame = [Hit.triangle, Hit.instance].every(
      (field) => mine.words[at + field / 4] === theirs.words[at + field / 4],
    );
    if (hit[0] && hit[1] && isSame) {
      if (mine.words[at + Hit.distance / 4] !== theirs.words[at + Hit.distance / 4]) found.range++;
      continue;
    }
    found.traverse++;
    if (found.samples.length >= SAMPLES) continue;
    const ray = (at * 4) / Hit.SIZE;
    found.samples.push({
      pulse: from + Math.floor(ray / subrayCount),
      subray: ray % subrayCount,
      direction: hex(words(right.subray.directions).subarray(ray * DIRECTION_WORDS, ray * DIRECTION_WORDS + 3)),
      cpu: describeHit(theirs, at),
      gpu: describeHit(mine, at),
    });
  }
}

const hex = (list) => Array.from(list, (word) => word.toString(16).padStart(8, '0')).join(' ');

function describeHit({ words, floats }, at) {
  const distance = floats[at + Hit.distance / 4];
  if (distance < 0) return 'nothing';
  const bits = hex([words[at + Hit.distance / 4]]);
  return `${distance} m (${bits}), triangle ${words[at + Hit.triangle / 4]} of instance ${words[at + Hit.instance / 4]}`;
}

/** The returns of all pulses, one after the other, from each pulse's own places. */
function denseReturns(sparse, counts, maxReturns) {
  const parts = [];
  for (let p = 0; p * 4 < counts.length; p++) {
    const made = counts[4 * p + Totals.returns / 4];
    parts.push(words(sparse).subarray((p * maxReturns * Point.SIZE) / 4, ((p * maxReturns + made) * Point.SIZE) / 4));
  }
  const dense = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    dense.set(part, at);
    at += part.length;
  }
  return dense;
}

export function print({ gpu, rows }) {
  console.log(`${gpu} against the cpu: records that differ, each stage given the same input`);
  console.log('scene   survey        pulse  subray  traverse   range  reflect  echo');
  for (const row of rows) {
    const numbers = [row.pulse, row.subray, row.traverse, row.range, row.reflect, row.echo];
    const widths = [6, 7, 9, 7, 8, 5];
    const cells = numbers.map((value, k) => String(value).padStart(widths[k])).join(' ');
    console.log(`${row.scene.padEnd(7)} ${row.survey.padEnd(12)} ${cells}`);
    for (const { pulse, subray, direction, cpu, gpu: mine } of row.samples)
      console.log(`  pulse ${pulse}, subray ${subray}, direction ${direction}: cpu ${cpu}; gpu ${mine}`);
  }
}
