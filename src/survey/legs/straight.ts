import type { z } from 'zod';
import { length, subtract } from '../../base/vec3.js';
import { vectorField } from '../../base/yaml/fields.js';
import { noteFault, type Reading } from '../resolve/reading.js';
import { coordinate } from '../schema/coordinate.js';
import { type LegKind, legSchema, type ResolvedPath } from './leg-kind.js';
import { attitude, onField, resolveAttitude, resolveGround, speedField } from './path-fields.js';

const schema = legSchema(
  'a straight path at constant speed',
  {
    from: vectorField('Start of the platform', coordinate).meta({ examples: [[1, 0, 1]] }),
    to: vectorField('End of the platform', coordinate).meta({ examples: [[5, 0, 1]] }),
    speed: speedField,
    on: onField,
    ...attitude,
  },
  { from: [0, 0, 1], to: [9, 0, 1], speed: 1 },
);

type StraightDefinition = z.output<typeof schema>;

/** A line at constant speed. The platform looks along it unless it has a heading. */
export const straight = {
  key: 'from',
  noun: 'a straight path',
  schema,
  schemaInMemory: schema,
  resolve,
} satisfies LegKind<StraightDefinition>;

function resolve({ from, to, speed, on, ...leg }: StraightDefinition, section: Reading): ResolvedPath {
  const way = subtract(to, from);
  if (length(way) === 0) noteFault(section, ['to'], to, 'a point other than from');
  const facing = resolveAttitude(leg, Math.atan2(way[0], way[1]));
  return { path: { kind: 'straight', from, to, speed, attitude: facing, ...resolveGround(on) } };
}
