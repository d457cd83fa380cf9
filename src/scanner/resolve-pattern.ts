import type { DefinitionOf } from './deflector-schema.js';
import type { ShotPattern } from './scanner.js';

/** A recorded pattern: strictly rising times in seconds, azimuth to the right and elevation in radians. At least two rows. */
export interface PatternTable {
  times: Float64Array;
  azimuths: Float64Array;
  elevations: Float64Array;
}

/** Reads the table at a path; throws UserError where it is no such table. */
export type ReadPattern = (path: string) => PatternTable;

/** Shots of a pattern at most: 240 MB of directions. */
export const SHOTS_MAX = 10_000_000;

type Note = (key: string, found: unknown, expected: string) => void;

const DEGREE = Math.PI / 180;
const TURN = 2 * Math.PI;
/** A period that is this near to a whole number of shots (in shots) is that number. */
const SHOT_SLACK = 1e-6;

/** Rows of pulses at even angles, from the top left. */
export function resolveRaster(deflector: DefinitionOf<'raster'>, note: Note): ShotPattern {
  const { rows, columns, pulseRate, zigzag } = deflector;
  if (rows * columns > SHOTS_MAX) {
    note('rows', rows, `at most ${SHOTS_MAX} pulses a frame: ${Math.floor(SHOTS_MAX / columns)} rows of ${columns}`);
    return emptyPattern(pulseRate);
  }
  const width = deflector.horizontalFieldOfView * DEGREE;
  const height = deflector.verticalFieldOfView * DEGREE;
  const directions = new Float64Array(3 * rows * columns);
  for (let shot = 0; shot < rows * columns; shot++) {
    const row = Math.floor(shot / columns);
    const across = shareOf(shot % columns, columns) * (zigzag && row % 2 === 1 ? -1 : 1);
    writeDirection(directions, shot, across * width, -shareOf(row, rows) * height);
  }
  return { kind: 'pattern', pulseRateHz: pulseRate, directions };
}

/** What stands in for a pattern at fault. */
const emptyPattern = (pulseRateHz: number): ShotPattern => ({
  kind: 'pattern',
  pulseRateHz,
  directions: new Float64Array(3),
});

/** −1/2 for the first of `count`, 1/2 for the last; one alone stands in the middle. */
const shareOf = (index: number, count: number) => (count === 1 ? 0 : index / (count - 1) - 0.5);

/** The pattern of a file, a direction for each pulse of one period. */
export function resolvePattern(
  { file, pulseRate }: DefinitionOf<'pattern'>,
  note: Note,
  readPattern?: ReadPattern,
): ShotPattern {
  if (readPattern !== undefined) return samplePattern(readPattern(file), pulseRate, note);
  note('file', file, 'a raster or another kind of deflector, since no files can be read here');
  return emptyPattern(pulseRate);
}

/**
 * The table at each shot of `pulseRate` from its first time on, linear between its rows, azimuths the shorter way round. After
 * the last row, as long as the last step took, the pattern goes back to the first.
 */
function samplePattern(table: PatternTable, pulseRate: number, note: Note): ShotPattern {
  const { times } = table;
  const last = times.length - 1;
  const period = 2 * times[last] - times[last - 1] - times[0];
  const shots = Math.max(1, Math.floor(period * pulseRate + SHOT_SLACK));
  if (!(shots <= SHOTS_MAX)) {
    note('pulseRate', pulseRate, `at most ${SHOTS_MAX / period} (Hz): a pattern has at most ${SHOTS_MAX} pulses`);
    return emptyPattern(pulseRate);
  }
  const directions = new Float64Array(3 * shots);
  let row = 0;
  for (let shot = 0; shot < shots; shot++) {
    const time = times[0] + shot / pulseRate;
    while (row < last && times[row + 1] <= time) row++;
    writeBetween(directions, shot, table, row, time);
  }
  return { kind: 'pattern', pulseRateHz: pulseRate, directions };
}

function writeBetween(directions: Float64Array, shot: number, table: PatternTable, row: number, time: number): void {
  const { times, azimuths, elevations } = table;
  const last = times.length - 1;
  const next = row === last ? 0 : row + 1;
  const step = row === last ? times[last] - times[last - 1] : times[next] - times[row];
  const share = (time - times[row]) / step;
  const turn = azimuths[next] - azimuths[row];
  const azimuth = azimuths[row] + share * (turn - TURN * Math.round(turn / TURN));
  writeDirection(directions, shot, azimuth, elevations[row] + share * (elevations[next] - elevations[row]));
}

/** Azimuth to the right of +y, elevation up. */
function writeDirection(directions: Float64Array, shot: number, azimuth: number, elevation: number): void {
  const level = Math.cos(elevation);
  directions[3 * shot] = level * Math.sin(azimuth);
  directions[3 * shot + 1] = level * Math.cos(azimuth);
  directions[3 * shot + 2] = Math.sin(elevation);
}
