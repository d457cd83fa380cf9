import { evenly } from '../../base/evenly.js';
import { turnTaker } from '../../base/steps.js';
import { BLOCK_PULSES } from '../../device/records.generated.js';
import { firingLegs, pulsesIn } from '../../scanner/leg-scanner.js';
import type { Survey } from '../../survey/survey.js';
import { type InstrumentScan, programOf } from '../instrument-scan.js';
import { instrumentScansOf } from '../instrument-scans.js';
import type { SceneInspector } from './scene-inspector.js';

/** Blocks of neighbouring pulses that are traced of all legs, and of one at least. */
const BLOCKS = 24;
/** Legs that are sampled; more are represented by these. */
const LEGS_MAX = 12;
/** Times that a block is traced; the least time counts, which nothing has interrupted. */
const REPEATS = 3;
/** Seconds after which blocks are traced once, and no more of them than one a leg. */
const SECONDS_MAX = 2;

interface SampleOptions {
  signal?: AbortSignal;
  /** Of the machine: seconds of the processors so far. */
  processorSeconds?(): number;
}

/**
 * Seconds that one core of this machine takes to trace a survey of the inspected scene with the CPU engine: from blocks
 * of neighbouring pulses, as a run traces them, evenly over the legs. Throws UserError for a leg that does not fit into
 * memory; AbortedError.
 */
export async function sampleTrace(
  survey: Survey,
  inspector: SceneInspector,
  { signal, processorSeconds }: SampleOptions = {},
): Promise<number> {
  const takeTurn = turnTaker(signal);
  const started = performance.now();
  let seconds = 0;
  for (const scan of instrumentScansOf(survey)) {
    const firing = firingLegs(scan, scan.legs);
    const sampled = evenly(firing, LEGS_MAX);
    const pulsesOf = (legs: readonly number[]) => legs.reduce((sum, leg) => sum + pulsesIn(scan, scan.legs, leg), 0);
    let ofSample = 0;
    for (const leg of sampled) {
      const isLate = performance.now() - started > 1000 * SECONDS_MAX;
      const blocks = isLate ? 1 : Math.ceil(BLOCKS / sampled.length);
      ofSample += traceLeg(inspector, scan, leg, { blocks, repeats: isLate ? 1 : REPEATS, processorSeconds });
      await takeTurn();
    }
    if (ofSample > 0) seconds += (ofSample * pulsesOf(firing)) / pulsesOf(sampled);
  }
  return seconds;
}

/** Seconds of one core for a leg. */
function traceLeg(
  inspector: SceneInspector,
  scan: InstrumentScan,
  leg: number,
  { blocks, repeats, processorSeconds }: { blocks: number; repeats: number } & SampleOptions,
): number {
  const program = programOf(scan, leg, inspector.scene);
  const { pulseCount } = program;
  const tracer = inspector.pulses({ settings: inspector.settingsOf(scan), program });
  const size = Math.min(BLOCK_PULSES, pulseCount);
  const count = Math.min(blocks, Math.ceil(pulseCount / size));
  let seconds = 0;
  for (let block = 0; block < count; block++) {
    const first = Math.floor(((block + 0.5) / count) * (pulseCount - size));
    let least = Infinity;
    for (let time = 0; time < repeats; time++) {
      const [from, fromOfProcessor] = [performance.now(), processorSeconds?.() ?? 0];
      tracer.trace({ first, end: first + size }, () => undefined);
      const taken = (performance.now() - from) / 1000;
      // The clock goes on while other programs have the processor; some systems count its time in ticks.
      const used = (processorSeconds?.() ?? 0) - fromOfProcessor;
      least = Math.min(least, used > 0 ? Math.min(used, taken) : taken);
    }
    seconds += least;
  }
  return (seconds * pulseCount) / (count * size);
}
