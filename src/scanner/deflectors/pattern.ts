import type { z } from 'zod';
import { formatCount } from '../../base/format-count.js';
import type { Vec3 } from '../../base/vec3.js';
import { mapField, textField } from '../../base/yaml/fields.js';
import type { DeflectorKind, NoteKey } from './deflector-kind.js';
import { BEAM_AXES } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming } from './even-timing.js';
import { kindField, pulsedFields } from './fields.js';
import type { PatternTable, ReadPattern } from './pattern-table.js';
import { emptyPattern, SHOTS_MAX, type ShotPattern, type ShotRows, writeDirection } from './shot-pattern.js';
import { inPulses } from './words.js';

const schema = mapField('any pattern, from a file', {
  kind: kindField('pattern'),
  ...pulsedFields,
  file: textField(
    'Table (CSV) of time [s], azimuth to the right and elevation [deg], relative to this file',
    'a path to a .csv file',
  ),
});

type Definition = z.output<typeof schema>;

const TURN = 2 * Math.PI;

/** A table of directions. */
export const pattern = {
  ...EVEN_DESCRIPTION,
  name: 'pattern',
  schema,
  examples: [{ kind: 'pattern', pulseRate: 10_000, file: 'table.csv' }],
  overrides: ['pulseRate'],
  alternatives: {},
  resolve,
  incident: false,

  ...EVEN_MODEL,
  shape: 'area',
  positive: ['pulseRateHz'],
  fault,
  timing: (deflector, leg) => evenTiming(deflector.pulseRateHz, leg, { cycle: 1, repeats: shotsOf(deflector) }),
  optics: ({ directions }) => ({ optics: 'pattern', directions }),
  strokes: ({ rows }, { phase }) =>
    rows && { of: (shot) => strokeOfRow(rows, shot + phase), along: 'azimuth', alternate: rows.zigzag },
  reach: ({ directions }) => farthestOfEachSide(directions),
  rates: ({ pulseRateHz }) => ({ pulseRateHz }),
  field: () => undefined,
  narrow: () => undefined,
  axes: () => BEAM_AXES,
  representativeDuration: (deflector) => shotsOf(deflector) / deflector.pulseRateHz,
  describe: (deflector) => [
    ['deflector', `pattern of ${formatCount(shotsOf(deflector))} shots, ${inPulses(deflector)}`],
  ],
  json: ({ directions, rows: _, ...rest }) => ({ ...rest, shots: directions.length / 3 }),
} satisfies DeflectorKind<typeof schema, ShotPattern>;

/** Rows are counted on from frame to frame, with one left out where the next frame would begin with an odd number. */
function strokeOfRow({ count, columns }: ShotRows, shot: number): number {
  const row = Math.floor(shot / columns);
  const frame = Math.floor(row / count);
  return row + frame * (count % 2);
}

const shotsOf = ({ directions }: ShotPattern): number => directions.length / 3;

/** The pattern of a file, a direction for each pulse of one period. */
function resolve({ file, pulseRate }: Definition, note: NoteKey, readPattern?: ReadPattern): ShotPattern {
  if (readPattern !== undefined) return samplePattern(readPattern(file), pulseRate, note);
  note('file', file, 'a raster or another kind of deflector, since no files can be read here');
  return emptyPattern(pulseRate);
}

/** A period within this many shots of a whole number of shots has that number. */
const SHOT_SLACK = 1e-6;

/**
 * Samples the table at each shot of `pulseRate` from its first time on, linearly between its rows, azimuths the shorter
 * way round. After the last row the pattern returns to the first, which takes as long as the last step. A single row is
 * a beam that stands still.
 */
function samplePattern(table: PatternTable, pulseRate: number, note: NoteKey): ShotPattern {
  const { times } = table;
  const last = times.length - 1;
  const period = last === 0 ? 0 : 2 * times[last] - times[last - 1] - times[0];
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
  const share = last === 0 ? 0 : (time - times[row]) / step;
  const turn = azimuths[next] - azimuths[row];
  const azimuth = azimuths[row] + share * (turn - TURN * Math.round(turn / TURN));
  writeDirection(directions, shot, azimuth, elevations[row] + share * (elevations[next] - elevations[row]));
}

function fault({ directions }: ShotPattern): string | undefined {
  const shots = directions instanceof Float64Array ? directions.length / 3 : 0;
  if (!(Number.isInteger(shots) && shots >= 1 && shots <= SHOTS_MAX))
    return `directions must be a Float64Array of 1 to ${SHOTS_MAX} times three numbers`;
  return directions.every(Number.isFinite) ? undefined : 'directions must be finite numbers';
}

/** Number of sides of the undeflected beam that are distinguished. */
const SIDES = 360;

/** The direction farthest from +y on each side of it. */
function farthestOfEachSide(directions: Float64Array): Vec3[] {
  const edge = new Map<number, Vec3>();
  for (let k = 0; k + 2 < directions.length; k += 3) {
    const [x, y, z] = directions.subarray(k, k + 3);
    const side = Math.floor(((Math.atan2(z, x) + Math.PI) / TURN) * SIDES);
    const known = edge.get(side);
    if (known === undefined || y < known[1]) edge.set(side, [x, y, z]);
  }
  return [...edge.values()];
}
