import { add, dot, length, normalize, scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { CurvePiece } from './catmull-rom.js';

/** A point of a path, and the direction in which the path continues (not normalized; zero if it has none). */
export interface PathSample {
  position: Vec3;
  direction: Vec3;
}

/** Largest distance of a curve from the line between two samples, unless another one is asked for. */
const CHORD_ERROR_M = 0.001;
/**
 * Largest turn between two samples. Chord and arc then differ by turn²/24, less than 0.05 %, and so do the speeds along
 * them.
 */
const SAMPLE_TURN_RAD = 0.1;
/** Shorter parts of a curve are not divided further. */
const SAMPLE_LENGTH_MIN_M = 1e-4;
const DIVISIONS_MAX = 24;

/** Samples of a curve, close enough that the lines between them lie within `chordError` metres of it. */
export function* curveSamples(pieces: readonly CurvePiece[], chordError = CHORD_ERROR_M): Generator<PathSample> {
  yield sampleAt(pieces[0], 0);
  for (const piece of pieces) yield* samplesWithin(piece, [0, 1], 0, chordError);
}

const sampleAt = (piece: CurvePiece, t: number): PathSample => ({ position: piece.at(t), direction: piece.slope(t) });

/** Samples of a piece after `from`, up to `to`. */
function* samplesWithin(
  piece: CurvePiece,
  [from, to]: readonly [number, number],
  divisions: number,
  chordError: number,
): Generator<PathSample> {
  if (divisions >= DIVISIONS_MAX || isStraight(piece, from, to, chordError)) {
    yield sampleAt(piece, to);
    return;
  }
  const middle = (from + to) / 2;
  yield* samplesWithin(piece, [from, middle], divisions + 1, chordError);
  yield* samplesWithin(piece, [middle, to], divisions + 1, chordError);
}

function isStraight(piece: CurvePiece, from: number, to: number, chordError: number): boolean {
  const [start, chord] = [piece.at(from), subtract(piece.at(to), piece.at(from))];
  const span = length(chord);
  if (span < SAMPLE_LENGTH_MIN_M) return true;
  const along = normalize(chord);
  return [0, 0.25, 0.5, 0.75, 1].every((share) => {
    const t = from + share * (to - from);
    const offset = subtract(piece.at(t), start);
    const slope = piece.slope(t);
    const [across, forward] = [length(subtract(offset, scale(along, dot(offset, along)))), dot(slope, along)];
    return across <= chordError && forward >= Math.cos(SAMPLE_TURN_RAD / 2) * length(slope);
  });
}

/** Corners are turned within this distance before and after them, metres. */
const CORNER_M = 0.001;

/**
 * Samples of straight lines from point to point: each line's ends, 1 mm from the corners, and the corners themselves.
 */
export function* lineSamples(points: readonly Vec3[]): Generator<PathSample> {
  const directions = points.slice(1).map((point, k) => normalize(subtract(point, points[k])));
  yield { position: points[0], direction: directions[0] };
  for (let k = 1; k < directions.length; k++) {
    const [before, after] = [directions[k - 1], directions[k]];
    const near = Math.min(CORNER_M, length(subtract(points[k], points[k - 1])) / 4);
    yield { position: subtract(points[k], scale(before, near)), direction: before };
    yield { position: points[k], direction: add(before, after) };
    const next = Math.min(CORNER_M, length(subtract(points[k + 1], points[k])) / 4);
    yield { position: add(points[k], scale(after, next)), direction: after };
  }
  yield { position: points[points.length - 1], direction: directions[directions.length - 1] };
}
