// The points of a program: `simulateFrames` and `simulate` of a vehicle in a street, in processes of their own.
// Processor time of the main thread and of the whole process for a point, the start left out; frames a second.
// `--root` measures another built checkout in the same run, whose runs alternate with this one's.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));

export const options = {
  scanner: { type: 'string', default: 'velodyne-hdl-64e' },
  /** Settings of `frames` besides their file, as JSON. */
  frames: { type: 'string', default: '{"coordinates":"sensor","deskew":true}' },
  seconds: { type: 'string', default: '4' },
  subrays: { type: 'string', default: '1' },
  threads: { type: 'string', default: '1,2,4' },
  repeats: { type: 'string', default: '3' },
  /** Another built checkout. */
  root: { type: 'string' },
};

const WAYS = ['simulateFrames', 'simulate'];

export async function run({ repeats, threads, root, ...given }) {
  const roots = { this: HERE, ...(root && { other: root }) };
  const rows = threads.split(',').flatMap((count) =>
    WAYS.map((way) => {
      const runs = Array.from({ length: Number(repeats) }, () =>
        Object.values(roots).map((from) => measureApart({ ...given, way, threads: Number(count), root: from })),
      );
      const byRoot = Object.keys(roots).map((name, k) => [name, medians(runs.map((pair) => pair[k]))]);
      return { threads: Number(count), way, gains: gainsOf(runs), ...Object.fromEntries(byRoot) };
    }),
  );
  return { ...given, rows };
}

const measureApart = (work) =>
  JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(work)], { encoding: 'utf8' }),
  );

const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));

/**
 * How many times as long the other checkout takes for a point, all threads together, and by the clock: medians of pairs
 * of runs.
 */
const gainsOf = (runs) =>
  runs[0].length < 2
    ? undefined
    : {
        all: median(runs.map(([here, other]) => other.allNs / here.allNs)),
        clock: median(runs.map(([here, other]) => here.framesPerS / other.framesPerS)),
      };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Nanoseconds of processor time of the main thread, which asks. */
const mainNanoseconds = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);

/** One run in this process. The first points, before which everything starts, are not measured. */
async function measure({ root, way, threads, scanner, frames, seconds, subrays }) {
  const subray = await import(`${root}/dist/index.js`);
  const survey = await subray.createSurvey({
    seed: 1,
    scene: { parts: [{ name: 'street', generate: { kind: 'street', seed: 7, triangles: 400_000 } }] },
    scanner,
    platform: 'robot',
    footprint: { subrays: Number(subrays) },
    legs: [{ from: [-40, 3, 0], to: [-40 + 8 * Number(seconds), 3, 0], speed: 8 }],
    frames: { file: '%06d.pcd', ...JSON.parse(frames) },
  });
  let [points, frameCount, last, start] = [0, 0, -1, undefined];
  for await (const taken of subray[way](survey, { engine: 'cpu', threads })) {
    const { count, gpsTime } = taken.points ?? taken;
    const frame = Math.floor((gpsTime[0] - survey.legs[0].startTime) * 10);
    if (start) {
      points += count;
      if (frame !== last) frameCount++;
    } else start = { main: mainNanoseconds(), all: process.cpuUsage(), clock: performance.now() };
    last = frame;
  }
  const { user, system } = process.cpuUsage(start.all);
  return {
    points,
    mainNs: (mainNanoseconds() - start.main) / points,
    allNs: ((user + system) * 1000) / points,
    framesPerS: (frameCount / (performance.now() - start.clock)) * 1000,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  };
}

export function print({ scanner, subrays, rows }) {
  console.log(`${scanner}, ${subrays} subrays; ns of processor time a point`);
  for (const { threads, way, gains, ...byRoot } of rows) {
    for (const [name, { mainNs, allNs, framesPerS, peakMiB }] of Object.entries(byRoot))
      console.log(
        `${threads} threads, ${way}, ${name}: main ${mainNs.toFixed(0)}, all ${allNs.toFixed(0)}, ` +
          `${framesPerS.toFixed(1)} frames/s, ${peakMiB.toFixed(0)} MiB`,
      );
    if (gains)
      console.log(
        `${threads} threads, ${way}, other to this: all threads ${gains.all.toFixed(2)}, ` +
          `by the clock ${gains.clock.toFixed(2)}`,
      );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(JSON.stringify(await measure(JSON.parse(process.argv[2]))));
