import { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorDescription, NoteKey } from './deflector-kind.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { kindField, pulsedFields } from './fields.js';
import { emptyPattern, SHOTS_MAX, type ShotPattern, writeDirection } from './shot-pattern.js';

const schema = mapField('rows of pulses at even angles, from the top row down, each from left to right', {
  kind: kindField('raster'),
  ...pulsedFields,
  rows: numberField('Rows of a frame', { whole: true, min: 1, max: 1_000_000 }),
  columns: numberField('Pulses of a row', { whole: true, min: 1, max: 1_000_000 }),
  horizontalFieldOfView: numberField('Angle from the first column to the last', { unit: 'deg', min: 0, max: 360 }),
  verticalFieldOfView: numberField('Angle from the first row to the last', { unit: 'deg', min: 0, max: 180 }),
  zigzag: z.boolean({ error: 'true or false' }).describe('Every second row goes from right to left').default(false),
});

type Definition = z.output<typeof schema>;

/** Rows of pulses: a pattern described by a few numbers. */
export const raster = {
  ...EVEN_DESCRIPTION,
  name: 'raster',
  schema,
  examples: [
    {
      kind: 'raster',
      pulseRate: 10_000,
      rows: 20,
      columns: 30,
      horizontalFieldOfView: 40,
      verticalFieldOfView: 20,
    },
    {
      kind: 'raster',
      pulseRate: 10_000,
      rows: 9,
      columns: 72,
      horizontalFieldOfView: 355,
      verticalFieldOfView: 180,
      zigzag: true,
    },
    {
      kind: 'raster',
      pulseRate: 10_000,
      rows: 1,
      columns: 300,
      horizontalFieldOfView: 70,
      verticalFieldOfView: 0,
    },
  ],
  overrides: ['pulseRate', 'rows', 'columns', 'horizontalFieldOfView', 'verticalFieldOfView'],
  alternatives: {},
  resolve,
  incident: false,
} satisfies DeflectorDescription<typeof schema, ShotPattern>;

/** Rows of pulses at even angles, from the top left. */
function resolve(definition: Definition, note: NoteKey): ShotPattern {
  const { rows, columns, pulseRate, zigzag } = definition;
  if (rows * columns > SHOTS_MAX) {
    note('rows', rows, `at most ${SHOTS_MAX} pulses a frame: ${Math.floor(SHOTS_MAX / columns)} rows of ${columns}`);
    return emptyPattern(pulseRate);
  }
  const width = definition.horizontalFieldOfView * DEGREE;
  const height = definition.verticalFieldOfView * DEGREE;
  const directions = new Float64Array(3 * rows * columns);
  for (let shot = 0; shot < rows * columns; shot++) {
    const row = Math.floor(shot / columns);
    const across = shareOf(shot % columns, columns) * (zigzag && row % 2 === 1 ? -1 : 1);
    writeDirection(directions, shot, across * width, -shareOf(row, rows) * height);
  }
  return { kind: 'pattern', pulseRateHz: pulseRate, directions, rows: { count: rows, columns, zigzag } };
}

/** −1/2 for the first of `count`, 1/2 for the last; a single one is in the middle. */
const shareOf = (index: number, count: number) => (count === 1 ? 0 : index / (count - 1) - 0.5);
