// Whole runs, scene to file, of a generated scene by a VZ-400 class scanner on a tripod: seconds by step, shares of the
// stages, subrays and points a second, peak memory; with each engine and number of threads in turn, each
// run in a process of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const options = {
  scene: { type: 'string', default: 'forest' },
  triangles: { type: 'string', default: '900000' },
  step: { type: 'string', default: '0.1' },
  /** Threads of the CPU engine, or of the machine, with commas. */
  threads: { type: 'string', default: '1,2' },
  engine: { type: 'string', default: 'cpu' },
  /** Name of the file, whose ending determines its format. */
  output: { type: 'string', default: 'cloud.las' },
  fields: { type: 'string', default: 'standard' },
  repeats: { type: 'string', default: '3' },
};

const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export async function run({ scene, triangles, step, threads, engine, output, fields, repeats }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    const survey = join(folder, 'survey.yaml');
    writeFileSync(survey, surveyText(scene, triangles, step, { file: output, fields }));
    const runs = threads.split(',').map((count) => {
      const reports = Array.from({ length: Number(repeats) }, () => runOnce(folder, survey, engine, count));
      return summary(reports.toSorted((a, b) => a.seconds.simulate - b.seconds.simulate)[reports.length >> 1]);
    });
    return {
      scene,
      triangles: Number(triangles),
      step: Number(step),
      runs,
      scaling: runs.at(-1).msubraysPerS / runs[0].msubraysPerS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function surveyText(scene, triangles, step, output) {
  return `scene: { parts: [{ name: scene, generate: { kind: ${scene}, seed: 1, triangles: ${triangles} } }] }
scanner: { id: riegl-vz-400, verticalStep: ${step}, horizontalStep: ${step} }
platform: tripod
legs: [{ position: [0, 0, 1] }]
output: [${JSON.stringify(output)}]
`;
}

function runOnce(folder, survey, engine, threads) {
  const args = [
    CLI,
    'run',
    survey,
    '--json',
    '--quiet',
    '--force',
    '--no-cache',
    '--out',
    folder,
    '--engine',
    engine,
    '--threads',
    threads,
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', cwd: folder }));
}

function summary({ device, threads, pulses, subrays, points, seconds, simulation, stages, outputs, peakMemoryBytes }) {
  const total = Object.values(stages ?? {}).reduce((sum, value) => sum + value, 0);
  const shares = Object.fromEntries(Object.entries(stages ?? {}).map(([stage, value]) => [stage, value / total]));
  return {
    ...{ device, threads, pulses, points, seconds, simulation, shares, bytes: outputs[0].bytes, peakMemoryBytes },
    msubraysPerS: subrays / seconds.simulate / 1e6,
    // From the first pulse to the named file; the engine was ready.
    mpointsPerS: points / (seconds.simulate - simulation.open + seconds.write) / 1e6,
  };
}

export function print({ scene, triangles, runs, scaling }) {
  console.log(`${scene}, ${triangles} triangles`);
  for (const { device, threads, points, seconds, simulation, shares, bytes, ...rates } of runs) {
    const { msubraysPerS, mpointsPerS, peakMemoryBytes } = rates;
    const percent = Object.entries(shares).map(([stage, share]) => `${stage} ${(100 * share).toFixed(1)} %`);
    const steps = Object.entries({ ...seconds, ...simulation }).map(([step, value]) => `${step} ${value.toFixed(2)}`);
    const written = `${mpointsPerS.toFixed(2)} million points/s to a file of ${(bytes / 2 ** 20).toFixed(0)} MiB`;
    console.log(
      `${device}, ${threads} thread(s): ${msubraysPerS.toFixed(1)} million subrays/s, ${points} points, ${written}`,
    );
    console.log(`  seconds: ${steps.join(', ')}; peak memory ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MiB`);
    console.log(`  stages: ${percent.join(', ')}`);
  }
  console.log(`${runs.at(-1).threads} threads are ${scaling.toFixed(2)} times as fast as ${runs[0].threads}`);
}
