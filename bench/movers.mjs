// npm run bench -- movers: cars that move against the same cars standing as instances, 1,000 on 1 km² and forty in
// a street, from a tripod and from a car. First the stages of the CPU's kernel on one thread over a turn of the
// head, both by turns, slice by slice: the sum over slices of the least of `repeats` rounds leaves out other load
// of the machine. Then whole runs of `simulate`, by turns as well: the least processor time, from the first points
// on. --against DIST, the dist folder of another checkout, compares moving cars with those there, and hits bit by
// bit. --scenes walkers has a hundred walkers in place of cars, which also bend. --crowd runs 100,000 cars that move.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { surveyOfCars } from './lib-moving-cars.mjs';
import { openLegs, runSlice, STAGES } from './lib-stage-slices.mjs';

export const options = {
  scenes: { type: 'string', default: 'square,street' },
  scanners: { type: 'string', default: 'velodyne-vlp-16,velodyne-hdl-64e' },
  carriers: { type: 'string', default: 'tripod,car' },
  subrays: { type: 'string', default: '7' },
  /** Every Nth slice of the turn. */
  every: { type: 'string', default: '1' },
  repeats: { type: 'string', default: '7' },
  /** Whole runs; 0 leaves them out. */
  runs: { type: 'string', default: '3' },
  against: { type: 'string' },
  /** Lengths of windows in seconds, which stages are measured with besides their own. */
  windows: { type: 'string', default: '' },
  crowd: { type: 'boolean', default: false },
};

/** Pulses that variants take by turns: so few that most rounds go through them without a break. */
const SLICE_PULSES = 256;
/** Seconds of a turn, and of a whole run. */
const [TURN, RUN] = [0.1, 0.5];
const HERE = new URL('../dist/', import.meta.url).href;

export async function run({ scenes, scanners, carriers, subrays, every, repeats, runs, against, windows, crowd }) {
  if (against && !existsSync(against)) throw new Error(`--against: ${against} is not there`);
  const variantsOf = (scene) => [
    { name: 'standing', dist: HERE, moving: false },
    { name: 'moving', dist: HERE, moving: true },
    ...(scene === 'walkers' ? [{ name: 'bending', dist: HERE, moving: true, bends: true }] : []),
    ...(against ? [{ name: 'there', dist: `${pathToFileURL(resolve(against)).href}/`, moving: true }] : []),
  ];
  const lengths = windows.split(',').filter(Boolean).map(Number);
  const ofWindows = lengths.map((window) => ({ name: `${window} s`, dist: HERE, moving: true, window }));
  const rows = [];
  if (!crowd)
    for (const scene of scenes.split(','))
      for (const carrier of carriers.split(','))
        for (const scanner of scanners.split(',')) {
          const work = { scene, carrier, scanner, subrays: Number(subrays) };
          const variants = variantsOf(scene);
          const stages = await stagesByTurns([...variants, ...ofWindows], work, Number(every), Number(repeats));
          rows.push({
            ...work,
            ...stages,
            ...(runs > 0 && { simulate: await runsByTurns(variants, work, Number(runs)) }),
          });
        }
  return crowd ? { crowd: await runCrowd() } : { rows };
}

const libraryOf = (dist) => import(new URL('index.js', dist).href);

/** Nanoseconds a pulse of the stages of all variants; the share of hits on cars; words of hits that differ. */
async function stagesByTurns(variants, work, every, repeats) {
  const opened = [];
  for (const { dist, moving, bends, window } of variants) {
    const survey = await surveyOfCars(await libraryOf(dist), { ...work, moving, bends, seconds: 2 * TURN });
    opened.push((await openLegs(dist, survey, window))[0]);
  }
  const looks = await Promise.all(opened.map(async (leg, k) => lookerAt(leg, await hitOf(variants[k].dist))));
  const slices = slicesOf(opened[0].pulseCount, every);
  const least = variants.map(() => slices.map(() => ({})));
  // Rounds are whole turns, so that trees over windows of time are made anew, and caches hold the same as in a run.
  for (const leg of opened) warmWindows(leg);
  for (let round = 0; round <= repeats; round++) {
    for (const leg of opened) leaveWindow(leg);
    for (const [slice, [first, end]] of slices.entries())
      for (let turn = 0; turn < opened.length; turn++) {
        // A pulse that the processor has just seen in another variant is faster: each is the first one by turns.
        const k = (turn + round) % opened.length;
        const { seconds } = runSlice(opened[k].stages, first, end, round === 0 ? looks[k].look : undefined);
        if (round > 0) keepLeast(least[k][slice], seconds);
      }
  }
  const pulses = slices.reduce((sum, [first, end]) => sum + end - first, 0);
  const sums = least.map((ofSlices) => sumOf(ofSlices));
  const perPulse = sums.map((sum) => {
    const all = STAGES.reduce((total, name) => total + sum[name], 0);
    return Object.fromEntries(Object.entries({ ...sum, all }).map(([name, s]) => [name, (s / pulses) * 1e9]));
  });
  return {
    pulses,
    variants: Object.fromEntries(variants.map(({ name }, k) => [name, { ...perPulse[k], ...looks[k].seen }])),
    sameHits: looks.slice(2).every(({ seen }, k) => variants[2 + k].bends || seen.digest === looks[1].seen.digest),
  };
}

/** Makes trees over windows until their loops are compiled. */
function warmWindows({ stages, pulseCount }) {
  for (let k = 0; k < 300; k++) {
    stages.movers?.cover({ first: pulseCount >> 1, end: (pulseCount >> 1) + 1 });
    leaveWindow({ stages, pulseCount });
  }
}

/** Makes the tree over the last window of a leg, so that the first one is made anew. */
const leaveWindow = ({ stages, pulseCount }) => stages.movers?.cover({ first: pulseCount - 1, end: pulseCount });

/** The second turn of two: at the very beginning cars start. */
const slicesOf = (pulseCount, every) =>
  Array.from({ length: Math.ceil(pulseCount / 2 / (SLICE_PULSES * every)) }, (_, k) => {
    const first = Math.floor(pulseCount / 2) + k * SLICE_PULSES * every;
    return [first, Math.min(first + SLICE_PULSES, pulseCount)];
  });

function keepLeast(least, seconds) {
  for (const [name, time] of Object.entries(seconds)) least[name] = Math.min(least[name] ?? Infinity, time);
}

const sumOf = (ofSlices) =>
  Object.fromEntries(
    [...STAGES, 'windows'].map((name) => [name, ofSlices.reduce((sum, seconds) => sum + seconds[name], 0)]),
  );

const hitOf = async (dist) => (await import(new URL('device/records.generated.js', dist).href)).Hit;

/** Looks at the hits of a block: how many lie on movers, and a digest of all (FNV-1a of their words). */
function lookerAt({ stages, device }, Hit) {
  const seen = { hits: 0, onMovers: 0, digest: 0x811c9dc5 };
  const [width, fields] = [stages.widthOf(false), Hit.SIZE / 4];
  const look = (count) => {
    const words = new Uint32Array(stages.memory.buffer, stages.places.hits, count * width * fields);
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    for (let p = 0; p < count; p++)
      for (let k = 0; k < stages.settings.subrayCount; k++) {
        const at = (field) => (p * fields + field / 4) * width + k;
        if (!(floats[at(Hit.distance)] >= 0)) continue;
        seen.hits++;
        if (words[at(Hit.instance)] >= device.instanceCount) seen.onMovers++;
        for (const field of [Hit.distance, Hit.triangle, Hit.instance])
          seen.digest = Math.imul(seen.digest ^ words[at(field)], 0x01000193) >>> 0;
      }
  };
  return { seen, look };
}

/** The least nanoseconds of processor time a point of whole runs of variants, which take turns. */
async function runsByTurns(variants, work, runs) {
  const least = variants.map(() => Infinity);
  for (let round = 0; round < runs; round++)
    for (const [k, { dist, moving, bends }] of variants.entries()) {
      const subray = await libraryOf(dist);
      const survey = await surveyOfCars(subray, { ...work, moving, bends, seconds: RUN });
      least[k] = Math.min(least[k], (await runOnce(subray, survey)).perPoint);
    }
  return Object.fromEntries(variants.map(({ name }, k) => [name, least[k]]));
}

/** A whole run on one thread. The first points, before which everything starts, are not measured. */
async function runOnce(subray, survey) {
  let [points, start] = [0, undefined];
  for await (const { count } of subray.simulate(survey, { engine: 'cpu', threads: 1 })) {
    if (start) points += count;
    else start = process.cpuUsage();
  }
  const { user, system } = process.cpuUsage(start);
  return { points, perPoint: ((user + system) * 1000) / points };
}

/** A whole run among 100,000 cars that move, on 100 km². */
async function runCrowd() {
  const subray = await libraryOf(HERE);
  const before = performance.now();
  const work = { scene: 'crowd', scanner: 'velodyne-vlp-16', carrier: 'car', moving: true, subrays: 1, seconds: RUN };
  const { points, perPoint } = await runOnce(subray, await surveyOfCars(subray, work));
  const seconds = (performance.now() - before) / 1000;
  return { points, perPoint, seconds, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

export function print({ rows = [], crowd }) {
  if (crowd)
    console.log(
      `100,000 cars: ${crowd.seconds.toFixed(1)} s with the start, ${crowd.points} points, ` +
        `${crowd.perPoint.toFixed(0)} ns of processor time a point, ${crowd.peakMiB.toFixed(0)} MiB at most`,
    );
  for (const { scene, carrier, scanner, pulses, variants, sameHits, simulate } of rows) {
    const { moving, standing: _, ...others } = variants;
    const share = ((100 * moving.onMovers) / moving.hits).toFixed(1);
    console.log(`${scene}, ${scanner}, ${carrier}: ${pulses} pulses, ${share} % of hits on cars; ns a pulse`);
    for (const name of ['traverse', 'all']) printRatios(name, variants, (variant) => variant[name]);
    const times = Object.entries({ moving, ...others }).map(([name, { windows }]) => `${name} ${windows.toFixed(1)}`);
    console.log(`  of it windows: ${times.join(', ')}`);
    if (simulate) printRatios('simulate, ns a point', simulate, (time) => time);
    if (!sameHits) console.log('  HITS DIFFER');
  }
}

/** The times of variants, and their ratios to the first one, in which cars stand. */
function printRatios(title, variants, timeOf) {
  const [first] = Object.values(variants).map(timeOf);
  const parts = Object.entries(variants).map(([name, variant], k) => {
    const time = timeOf(variant);
    return `${name} ${time.toFixed(0)}${k > 0 ? ` (${(time / first).toFixed(3)})` : ''}`;
  });
  console.log(`  ${title}: ${parts.join(', ')}`);
}
