import { soloCrew, type ThreadCrew } from '../../base/threads/thread-crew.js';
import type { Records } from '../../engine/engine.js';
import type { FrameOutput, Survey } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import { type LegPiece, needsOrder } from '../points/leg-points.js';
import type { TracedPiece } from '../trace-pieces.js';
import { WaveformCounter } from '../waveform-counter.js';
import { type MadePoints, memoryOfClouds, type PointWork } from './made-points.js';
import { PointMaker } from './point-maker.js';
import type { PointSetup } from './point-setup.js';

/** Makes points of the pieces of a survey's legs: in this thread, or in others. */
export type PointCrew = ThreadCrew<PointWork, MadePoints>;

/** Makes points in this thread. */
export function soloMaker(setup: PointSetup): PointCrew {
  const maker = new PointMaker(setup);
  return soloCrew(async (work) => maker.make(work));
}

/** Whether the pieces of a leg are made by one thread, in their order. */
const isSerial = (scan: InstrumentScan, leg: number, frames: FrameOutput | undefined): boolean =>
  frames?.organised === true || needsOrder(scan, leg);

/**
 * Has pieces made into points by a crew, and yields what became of them, in their order. Pieces are held until they are made. The
 * bytes of clouds are those of later pieces once the next ones are asked for.
 */
export async function* makePoints(
  pieces: AsyncIterable<TracedPiece>,
  crew: PointCrew,
  scans: readonly InstrumentScan[],
  { frames, waveforms }: Pick<Survey, 'frames' | 'waveforms'>,
): AsyncGenerator<MadePoints> {
  const counter = new WaveformCounter(waveforms, scans);
  const underWay: Promise<MadePoints>[] = [];
  let spare: ArrayBuffer[] = [];
  try {
    for await (const { hold, ...piece } of pieces) {
      const series = isSerial(scans[piece.scan], piece.leg, frames) ? `${piece.scan} ${piece.leg}` : undefined;
      const work = { ...piece, spare, outputs: sendable(piece.outputs), waveformsBefore: counter.before(piece) };
      spare = [];
      const made = crew.do(work, series).finally(hold());
      // Whoever takes it reports the failure; the process must not end.
      made.catch(() => {});
      underWay.push(made);
      while (underWay.length > crew.places) {
        const first = await (underWay.shift() as Promise<MadePoints>);
        yield first;
        spare = memoryOfClouds(first);
      }
    }
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) yield await next;
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** Outputs that another thread may have: those in shared memory as they are, copies of others. */
const sendable = ({ points, parts, samples }: LegPiece['outputs']): LegPiece['outputs'] => ({
  points: shared(points),
  parts: shared(parts),
  samples: shared(samples),
});

function shared(records: Records): Records {
  if (!(records.words.buffer instanceof ArrayBuffer)) return records;
  const words = records.words.slice();
  return { words, floats: new Float32Array(words.buffer), count: records.count };
}
