import { z } from 'zod';
import { choiceField, mapField } from '../../base/yaml/fields.js';
import {
  PHYSICS,
  PHYSICS_SWITCHES,
  type Physics,
  type PhysicsName,
  type PhysicsSwitchName,
} from '../../scanner/physics.js';

/** The survey's `physics`: as an instrument records, or as HELIOS++ computes. */

const NAMES = Object.keys(PHYSICS) as [PhysicsName, ...PhysicsName[]];

type SwitchFields = { [Name in PhysicsSwitchName]: z.ZodOptional<z.ZodType<Physics[Name], Physics[Name]>> };

/** Each value once. */
const valuesOf = <T extends string>(values: readonly T[]) => [...new Set(values)] as [T, ...T[]];

const switchFields = Object.fromEntries<unknown>(
  Object.entries(PHYSICS_SWITCHES).map(([name, { says, values }]) => [
    name,
    choiceField(says, valuesOf(values)).optional(),
  ]),
) as SwitchFields;

export const physicsSchema = z
  .union(
    [
      choiceField('A kind of physics', NAMES),
      mapField('a kind of physics, and switches that differ from it', {
        like: choiceField('The kind of physics', NAMES).default('si'),
        ...switchFields,
      }),
    ],
    { error: `${NAMES.join(' or ')}, or a map with like and switches` },
  )
  .describe('si: as an instrument records; helios: as HELIOS++ computes');

/** All switches, from the kind of physics and those that are set. */
export function resolvePhysics(given: z.output<typeof physicsSchema> | undefined): Physics {
  if (given === undefined || typeof given === 'string') return PHYSICS[given ?? 'si'];
  const { like, ...switches } = given;
  const set = Object.entries(switches).filter(([, value]) => value !== undefined);
  return { ...PHYSICS[like], ...(Object.fromEntries(set) as Partial<Physics>) };
}
