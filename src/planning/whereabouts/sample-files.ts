import { createWebFiles } from '../../base/files/web-files.js';
import { cloudFormat, createPointSink } from '../../io/clouds/cloud-formats.js';
import { cloudHeader } from '../../products/cloud-header.js';
import { firingLegs, pulsesIn } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
import { cloudHeaders } from '../../simulation/cloud-headers.js';
import type { SampledBytes } from '../../simulation/inspect/expected-bytes.js';
import { instrumentScansOf } from '../../simulation/instrument-scans.js';
import type { ReadyScene, WithMachine } from '../../simulation/machine.js';
import { needsOrder } from '../../simulation/points/leg-points.js';
import { runSurvey } from '../../simulation/run-survey.js';
import type { LegRange } from '../../simulation/trace-pieces.js';
import type { Survey } from '../../survey/survey.js';

/** Stretches of neighbouring pulses that are written, evenly over the survey, and pulses of each. */
const STRETCHES = 3;
const PULSES = 20_000;

/**
 * Bytes of each cloud whose points are compressed, by its number among the survey's outputs: some stretches of the
 * survey are run, and their clouds written to memory. `survey` stands on the scene. Throws AbortedError.
 */
export async function sampleFiles(
  survey: Survey,
  scene: Scene,
  prepared: ReadyScene,
  { machine, signal }: WithMachine & { signal?: AbortSignal },
): Promise<ReadonlyMap<number, SampledBytes>> {
  const packed = [...survey.outputs.keys()].filter(
    (k) => cloudFormat(survey.outputs[k].format).recordBytes === undefined,
  );
  const sampled = new Map<number, SampledBytes>();
  if (packed.length === 0) return sampled;
  // One file each, however the survey divides them.
  const whole = { by: undefined, files: undefined };
  const outputs = packed.map((k) => ({ ...survey.outputs[k], ...whole, path: `${k}/cloud` }));
  const none = { frames: undefined, waveforms: undefined, pulses: undefined, trajectories: undefined };
  const alone = { ...survey, ...none, scene, outputs, colors: undefined };
  const sums = outputs.map(() => ({ points: 0, bytes: 0 }));
  const stretches = stretchesOf(survey);
  for (const only of stretches) {
    const memory = { ...machine, files: createWebFiles(), prepareScene: async () => prepared };
    const report = await runSurvey(alone, { machine: memory, engine: 'cpu', threads: 1, only, signal });
    for (const { path, points, bytes } of report.outputs) {
      const sum = sums[outputs.findIndex((output) => output.path === path)];
      Object.assign(sum, { points: sum.points + points, bytes: sum.bytes + bytes });
    }
  }
  for (const [at, { points, bytes }] of sums.entries()) {
    if (points === 0) continue;
    const file = await emptyBytes(alone, scene, outputs[at]);
    sampled.set(packed[at], { file, point: Math.max(0, bytes - stretches.length * file) / points });
  }
  return sampled;
}

/** Bytes of a cloud without points: its header, its reference system, the names of its attributes. */
async function emptyBytes(survey: Survey, scene: Scene, output: Survey['outputs'][number]): Promise<number> {
  const headers = cloudHeaders(survey, instrumentScansOf(survey), scene);
  const options = { files: createWebFiles(), coders: undefined };
  const sink = await createPointSink({ ...output, path: 'empty' }, cloudHeader(headers, survey, output), options);
  return (await sink.finish()).bytes;
}

/**
 * Stretches of pulses, in the middle of as many parts of the survey as there are stretches, or at the start of a leg
 * whose points depend on earlier pulses.
 */
function stretchesOf(survey: Survey): LegRange[] {
  const firing = instrumentScansOf({ ...survey, colors: undefined }).flatMap((scan, scanner) =>
    firingLegs(scan, scan.legs).map((leg) => {
      return { scanner, leg, count: pulsesIn(scan, scan.legs, leg), fromStart: needsOrder(scan, leg) };
    }),
  );
  const total = firing.reduce((sum, { count }) => sum + count, 0);
  return Array.from({ length: STRETCHES }, (_, k) => {
    let at = ((k + 0.5) / STRETCHES) * total;
    let part = 0;
    while (part < firing.length - 1 && at >= firing[part].count) at -= firing[part++].count;
    const { scanner, leg, count, fromStart } = firing[part];
    const first = fromStart ? 0 : Math.max(0, Math.min(Math.floor(at), count - PULSES));
    return { scanner, leg, first, end: Math.min(count, first + PULSES) };
  });
}
