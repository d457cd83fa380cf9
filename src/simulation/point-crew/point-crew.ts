import { soloCrew, type ThreadCrew } from '../../base/threads/thread-crew.js';
import type { Records } from '../../engine/engine.js';
import type { FrameOutput } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import { needsOrder } from '../points/leg-points.js';
import type { TracedPiece } from '../trace-pieces.js';
import type { MadePoints, PointWork } from './made-points.js';
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
 * Has pieces made into points by a crew, and yields what became of them, in their order. Pieces are held until they are made.
 */
export async function* makePoints(
  pieces: AsyncIterable<TracedPiece>,
  crew: PointCrew,
  scans: readonly InstrumentScan[],
  frames: FrameOutput | undefined,
): AsyncGenerator<MadePoints> {
  const underWay: Promise<MadePoints>[] = [];
  try {
    for await (const { hold, ...piece } of pieces) {
      const series = isSerial(scans[piece.scan], piece.leg, frames) ? `${piece.scan} ${piece.leg}` : undefined;
      const made = crew.do(sendable(piece), series).finally(hold());
      // Whoever takes it reports the failure; the process must not end.
      made.catch(() => {});
      underWay.push(made);
      while (underWay.length > crew.places) yield await (underWay.shift() as Promise<MadePoints>);
    }
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) yield await next;
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** A piece whose outputs another thread may have: those in shared memory as they are, copies of others. */
function sendable({ outputs, ...piece }: PointWork): PointWork {
  const { points, parts, samples } = outputs;
  return { ...piece, outputs: { points: shared(points), parts: shared(parts), samples: shared(samples) } };
}

function shared(records: Records): Records {
  if (!(records.words.buffer instanceof ArrayBuffer)) return records;
  const words = records.words.slice();
  return { words, floats: new Float32Array(words.buffer), count: records.count };
}
