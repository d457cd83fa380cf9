import { UserError } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { type CodedPoints, newBytes, type PointCoder, type TallyCounts } from '../records/coded-points.js';
import type { Loss } from '../records/point-sink.js';
import type { Quantization } from '../records/quantization.js';
import { RecordPlan } from '../records/record-plan.js';
import { coreSteps, type LasStep, RANK_MAX } from './core-steps.js';
import { LEGACY_RETURN_NUMBERS } from './las-header.js';
import { isOlder, type PointLayout } from './point-layout.js';
import { noRecords } from './record-tally.js';

/** The header of LAS 1.2 counts points in 32 bits. */
const OLDER_POINTS_MAX = 2 ** 32 - 1;

const HELD = 'is beyond what its bytes hold, and written as the nearest value (fields: all has more bytes)';

/** Properties of a file's points besides the layout of its records. */
interface CodedExtras {
  /** Whether the file orders its points by their lasers. */
  byLaser?: boolean;
  /** Whether the points have waveforms. */
  waveforms?: boolean;
}

/** Writes points as records, without their waveform packets. */
export class RecordCoder implements PointCoder {
  private readonly layout: PointLayout;
  private readonly steps: readonly LasStep[];
  private readonly plan: RecordPlan;
  private readonly beside: CodedExtras;

  constructor(layout: PointLayout, quantization: Quantization, beside: CodedExtras = {}) {
    const { format, recordLength, extras } = layout;
    this.layout = layout;
    this.steps = [...coreSteps(format, quantization), ...extras.map((extra, k) => extraStep(extra, k))];
    this.plan = new RecordPlan(recordLength, this.steps);
    this.beside = beside;
  }

  /**
   * The records of a batch. Throws InvariantError for coordinates outside of the announced bounds, and for impossible
   * return numbers; UserError for values that LAS 1.2 cannot hold.
   */
  code(batch: PointBatch, findBytes = newBytes): CodedPoints {
    const { recordLength, extras } = this.layout;
    const { count, channel, waveform, returnTime } = batch;
    const records = findBytes(count * recordLength);
    const findings = this.plan.code(batch, records);
    const tally = noRecords(extras.length);
    tally.points = count;
    for (const [k, { note }] of this.steps.entries()) note?.(findings, k, tally);
    return {
      ...{ count, bytes: [records], tally },
      ...(this.beside.byLaser && { lasers: channel.slice(0, count) }),
      ...(this.beside.waveforms && { found: { count, waveform, returnTime } }),
    };
  }
}

/** Extra bytes number `k`. */
const extraStep = ({ step, at }: PointLayout['extras'][number], k: number): LasStep => ({
  ...step(at),
  note: (findings, number, { held }) => {
    held[k] += findings.of(number);
  },
});

/** Losses of values in the records. */
export function recordLosses({ extras }: PointLayout, counts: TallyCounts): Loss[] {
  const held = extras.flatMap(({ name }, k) =>
    counts.held[k] > 0 ? [{ of: name, what: HELD, points: counts.held[k] }] : [],
  );
  return [...olderLosses(counts), ...held];
}

/** Losses in the records of LAS 1.2. */
function olderLosses({ heldReturns, heldAngles }: TallyCounts): Loss[] {
  const held = (of: string, most: string, points: number): Loss[] =>
    points > 0 ? [{ of, what: `are held at ${most}, the most that LAS 1.2 has`, points }] : [];
  return [
    ...held('return numbers', String(LEGACY_RETURN_NUMBERS), heldReturns),
    ...held('scan angles', `${RANK_MAX}°`, heldAngles),
  ];
}

/** Throws UserError if the header of a file cannot count this many points. */
export function checkPointCount({ format }: PointLayout, points: number): void {
  if (isOlder(format) && points > OLDER_POINTS_MAX) throw tooManyPoints();
}

const tooManyPoints = (): UserError =>
  new UserError(`found more than ${OLDER_POINTS_MAX} points, the most that LAS 1.2 (point formats 1 and 3) holds`, {
    hint: 'take point format 6 or 7',
  });
