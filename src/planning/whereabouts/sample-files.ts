import { createWebFiles } from '../../base/files/web-files.js';
import { cloudFormat } from '../../io/clouds/cloud-formats.js';
import { firingLegs, pulsesIn } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
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
 * Bytes of a point in each cloud whose points are compressed, by its number among the survey's outputs: some stretches
 * of the survey are run, and their clouds written to memory. `survey` stands on the scene. Throws AbortedError.
 */
export async function sampleFiles(
  survey: Survey,
  scene: Scene,
  prepared: ReadyScene,
  { machine, signal }: WithMachine & { signal?: AbortSignal },
): Promise<ReadonlyMap<number, number>> {
  const packed = [...survey.outputs.keys()].filter(
    (k) => cloudFormat(survey.outputs[k].format).recordBytes === undefined,
  );
  const sums = new Map(packed.map((k) => [k, { points: 0, bytes: 0 }]));
  const none = { frames: undefined, waveforms: undefined, pulses: undefined, trajectories: undefined };
  for (const only of packed.length > 0 ? stretchesOf(survey) : []) {
    // One file each, however the survey divides them.
    const whole = { by: undefined, files: undefined };
    const outputs = packed.map((k) => ({ ...survey.outputs[k], ...whole, path: `${k}/cloud` }));
    const report = await runSurvey(
      { ...survey, ...none, scene, outputs, colors: undefined },
      {
        machine: { ...machine, files: createWebFiles(), prepareScene: async () => prepared },
        engine: 'cpu',
        threads: 1,
        only,
        signal,
      },
    );
    for (const { path, points, bytes } of report.outputs) {
      const sum = sums.get(Number(path.split('/')[0]));
      if (sum) Object.assign(sum, { points: sum.points + points, bytes: sum.bytes + bytes });
    }
  }
  return new Map([...sums].filter(([, { points }]) => points > 0).map(([k, { points, bytes }]) => [k, bytes / points]));
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
