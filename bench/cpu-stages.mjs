// npm run bench -- cpu-stages: the time of the CPU's stages in a whole run of --survey, on one thread; with --against
// DIST, the dist folder of another checkout, both by turns, slice by slice. The sum over slices of the least of
// `repeats` rounds leaves out other load of the machine; --every N takes every Nth slice of all legs.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openLegs, runSlice, SLICE_PULSES, STAGES } from './lib-stage-slices.mjs';

const QUICKSTART = fileURLToPath(new URL('../examples/quickstart.yaml', import.meta.url));

export const options = {
  survey: { type: 'string', default: QUICKSTART },
  against: { type: 'string' },
  repeats: { type: 'string', default: '3' },
  every: { type: 'string', default: '16' },
};

export async function run({ survey, against, repeats, every }) {
  if (against && !existsSync(against)) throw new Error(`--against: ${against} is not there`);
  const dists = [new URL('../dist/', import.meta.url).href];
  if (against) dists.push(`${pathToFileURL(resolve(against)).href}/`);
  const states = [];
  for (const dist of dists) {
    const { loadSurvey } = await import(new URL('index.js', dist).href);
    states.push(await openLegs(dist, await loadSurvey(survey)));
  }
  const seconds = states.map(() => Object.fromEntries(STAGES.map((name) => [name, 0])));
  let [pulses, different] = [0, 0];
  for (let leg = 0; leg < states[0].length; leg++) {
    const { pulseCount } = states[0][leg];
    for (let first = 0; first < pulseCount; first += SLICE_PULSES * Number(every)) {
      const end = Math.min(first + SLICE_PULSES, pulseCount);
      const rounds = Array.from({ length: Number(repeats) }, () =>
        states.map((legs) => runSlice(legs[leg].stages, first, end)),
      );
      for (const k of states.keys())
        addLeast(
          seconds[k],
          rounds.map((round) => round[k].seconds),
        );
      if (new Set(rounds[0].map(({ counts }) => counts)).size > 1) different++;
      pulses += end - first;
    }
  }
  return { survey, pulses, different, seconds };
}

function addLeast(sums, rounds) {
  for (const name of STAGES) sums[name] += Math.min(...rounds.map((seconds) => seconds[name]));
}

export function print({ survey, pulses, different, seconds: [here, there] }) {
  console.log(`${survey}: ${pulses} pulses, ${different} slices with other counts; seconds of a thread`);
  const total = (seconds) => STAGES.reduce((sum, name) => sum + seconds[name], 0);
  const lines = [
    ...STAGES.map((name) => [name, here[name], there?.[name]]),
    ['all', total(here), there && total(there)],
  ];
  for (const [name, ours, theirs] of lines) {
    const ratio = theirs === undefined ? '' : `   ${(theirs / ours).toFixed(3)} times as fast`;
    console.log(`${name.padEnd(9)} ${ours.toFixed(3)}${ratio}`);
  }
}
