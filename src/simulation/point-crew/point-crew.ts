import { turnTaker } from '../../base/steps.js';
import { soloCrew, type ThreadCrew } from '../../base/threads/thread-crew.js';
import type { Records } from '../../engine/engine.js';
import { keepsMisses } from '../../products/cloud-header.js';
import type { LegPiece } from '../points/leg-points.js';
import { splitPiece } from '../points/split-piece.js';
import type { TracedPiece } from '../trace-pieces.js';
import { WaveformCounter } from '../waveform-counter.js';
import { type MadePoints, memoryOfClouds, type PointWork } from './made-points.js';
import { PiecePace } from './piece-pace.js';
import { type SeriesPiece, seriesFinder } from './piece-series.js';
import { PointMaker } from './point-maker.js';
import type { PointSetup } from './point-setup.js';

/** Makes points of the pieces of a survey's legs: in this thread, or in others. */
export interface PointCrew extends ThreadCrew<PointWork, MadePoints> {
  /** Size of the next piece in points, about; absent: pieces stay as they come. */
  pointsAtOnce?(): number;
}

/** Makes points in this thread, some milliseconds at a time, and in turns with everything else that waits for it. */
export function soloMaker(setup: PointSetup): PointCrew {
  const maker = new PointMaker(setup);
  const pace = new PiecePace();
  const takeTurn = turnTaker();
  const crew = soloCrew(async (work: PointWork) => {
    await takeTurn();
    const made = maker.make(work);
    pace.note(work.outputs.points.count, made.seconds);
    return made;
  });
  // None waits for its turn while others come: pieces of a leg are made in their order.
  const solo = { ...crew, places: 0 };
  // A program's batches do not depend on the clock.
  return setup.inMemory === 'pieces' ? solo : { ...solo, pointsAtOnce: () => pace.points };
}

/**
 * Has a crew make pieces into points, and yields the results in their order. Pieces are held until they are made. The
 * bytes of clouds are reused for later pieces once the next ones are asked for.
 */
export async function* makePoints(
  pieces: AsyncIterable<TracedPiece>,
  crew: PointCrew,
  setup: PointSetup,
): AsyncGenerator<MadePoints> {
  const counter = new WaveformCounter(setup.survey.waveforms, setup.scans);
  const underWay: Promise<MadePoints>[] = [];
  let spare: ArrayBuffer[] = [];
  try {
    for await (const { hold, series, ...piece } of dividedFor(crew, pieces, setup)) {
      const work = { ...piece, spare, outputs: sendable(piece.outputs), waveformsBefore: counter.before(piece) };
      spare = [];
      const made = crew.do(work, series?.name, series?.ends).finally(hold());
      // The consumer reports the failure; the process must not end.
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

/** Pulses of a piece whose misses are points: chunks of a GPU have millions of pulses, and may have no return. */
const MISSES_AT_ONCE = 65_536;

/** Pieces divided for the crew. */
async function* dividedFor(
  crew: PointCrew,
  pieces: AsyncIterable<TracedPiece>,
  setup: PointSetup,
): AsyncGenerator<SeriesPiece> {
  const inSeries = seriesFinder(setup);
  const pulsesMax = keepsMisses(setup.survey) ? MISSES_AT_ONCE : Infinity;
  for await (const { lost: all, ...piece } of pieces) {
    let lost = all;
    for (const part of splitPiece(piece, crew.pointsAtOnce?.() ?? Infinity, pulsesMax))
      for (const one of inSeries({ ...piece, ...part })) {
        yield { ...one, lost };
        lost = 0;
      }
  }
}

/** Outputs that another thread may have: those in shared memory as they are, copies of others. */
const sendable = ({ points, truePlaces, parts, samples }: LegPiece['outputs']): LegPiece['outputs'] => ({
  points: shared(points),
  truePlaces: shared(truePlaces),
  parts: shared(parts),
  samples: shared(samples),
});

function shared(records: Records): Records {
  if (!(records.words.buffer instanceof ArrayBuffer)) return records;
  const words = records.words.slice();
  return { words, floats: new Float32Array(words.buffer), count: records.count };
}
