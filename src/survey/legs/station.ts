import type { z } from 'zod';
import { numberField, vectorField } from '../../base/yaml/fields.js';
import { LEG_LIMITS } from '../../platform/leg-limits.js';
import { coordinate } from '../schema/coordinate.js';
import { type LegKind, legSchema } from './leg-kind.js';
import { attitude, onField, resolveAttitude, resolveGround } from './path-fields.js';

const schema = legSchema(
  'a station: the scanner stands still',
  {
    position: vectorField('Position of the platform', coordinate).meta({ examples: [[1, 0, 1]] }),
    duration: numberField('Duration of the scan; absent: one turn', { unit: 's', ...LEG_LIMITS.duration })
      .optional()
      .meta({ examples: [3] }),
    on: onField,
    ...attitude,
  },
  { position: [0, 0, 1] },
);

/** A tripod. */
export const station = {
  key: 'position',
  noun: 'a station',
  schema,
  schemaInMemory: schema,
  resolve: ({ position, duration, on, ...leg }) => ({
    path: { kind: 'station', position, attitude: resolveAttitude(leg, 0), duration, ...resolveGround(on) },
  }),
} satisfies LegKind<z.output<typeof schema>>;
