import { Point, WaveformPart } from '../../device/records.generated.js';
import type { Records } from '../../engine/engine.js';
import type { LegPiece } from './leg-points.js';

/** Points of a piece, about: some milliseconds of work for one thread. */
const PIECE_POINTS = 65_536;

const [POINT_WORDS, POINT_PULSE] = [Point.SIZE / 4, Point.pulse / 4];
/** Words of a true place. */
const PLACE_WORDS = 4;
const [PART_WORDS, PART_PULSE, PART_SAMPLES] = [
  WaveformPart.SIZE / 4,
  WaveformPart.pulse / 4,
  WaveformPart.sampleStart / 4,
];

/**
 * Divides a piece of a leg into pieces of about `pointsMax` points and no more than `pulsesMax` pulses, each of whole
 * pulses; views of the same memory.
 */
export function* splitPiece(piece: LegPiece, pointsMax = PIECE_POINTS, pulsesMax = Infinity): Generator<LegPiece> {
  const { points } = piece.outputs;
  let [first, point] = [piece.first, 0];
  for (;;) {
    // The returns of a pulse stay together.
    const next = point + pointsMax;
    const pulse = next < points.count ? points.words[next * POINT_WORDS + POINT_PULSE] : Infinity;
    const end = Math.max(Math.min(pulse, first + pulsesMax), first + 1);
    if (end >= piece.end) break;
    yield pulsesOfPiece(piece, first, end);
    [first, point] = [end, firstOf(points, POINT_WORDS, POINT_PULSE, end)];
  }
  yield first === piece.first ? piece : pulsesOfPiece(piece, first, piece.end);
}

/** Pulses `first` … `end` − 1 of a piece. */
export function pulsesOfPiece(
  { outputs: { points, truePlaces, parts, samples } }: LegPiece,
  first: number,
  end: number,
): LegPiece {
  const [point, part] = [[points, POINT_WORDS, POINT_PULSE] as const, [parts, PART_WORDS, PART_PULSE] as const].map(
    ([records, size, at]) => [first, end].map((pulse) => firstOf(records, size, at, pulse)),
  );
  const [sample, sampleEnd] = part.map((k) =>
    k < parts.count ? parts.words[k * PART_WORDS + PART_SAMPLES] : samples.count,
  );
  return {
    ...{ first, end },
    outputs: {
      points: sliceRecords(points, POINT_WORDS, point[0], point[1]),
      truePlaces: truePlaces.count === 0 ? truePlaces : sliceRecords(truePlaces, PLACE_WORDS, point[0], point[1]),
      parts: sliceRecords(parts, PART_WORDS, part[0], part[1]),
      samples: sliceRecords(samples, 1, sample, sampleEnd),
    },
  };
}

/** The first of records in order of pulses that is of `pulse` or one after it. */
function firstOf({ words, count }: Records, size: number, at: number, pulse: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle * size + at] < pulse) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sliceRecords = ({ floats, words }: Records, size: number, from: number, to: number): Records => ({
  floats: floats.subarray(from * size, to * size),
  words: words.subarray(from * size, to * size),
  count: to - from,
});
