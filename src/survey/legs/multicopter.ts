import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, flagField, numberField } from '../../base/yaml/fields.js';
import type { Trajectory } from '../../platform/leg.js';
import { multicopterTrajectory } from '../../platform/path/multicopter.js';
import { noting } from '../resolve/reading.js';
import { alongPoses, type LegKind, legSchema } from './leg-kind.js';
import { courseField, fixedHeading, pointsField, speedField } from './path-fields.js';

const schema = legSchema(
  'the flight of a multicopter, from rest to rest',
  {
    waypoints: pointsField('points [x, y, z] of the flight, in metres'),
    speed: speedField,
    acceleration: numberField('Largest acceleration, also across the path', {
      unit: 'm/s²',
      min: 0.01,
      max: 100,
    })
      .default(2)
      .meta({ examples: [1] }),
    turn: choiceField('At intermediate points: stop and turn on the spot, or round them without stopping', [
      'stop',
      'smooth',
    ])
      .default('stop')
      .meta({ examples: ['smooth'] }),
    yawRate: numberField('Largest yaw rate', { unit: 'deg/s', above: 0, max: 3600 })
      .default(45)
      .meta({ examples: [90] }),
    heading: courseField,
    gimbal: flagField('The scanner is kept level; false: it leans with the craft')
      .default(true)
      .meta({ examples: [true] }),
  },
  // biome-ignore format: one leg
  { waypoints: [[0, 0, 1], [9, 0, 1], [9, 9, 4]], speed: 1, gimbal: false },
);

type MulticopterDefinition = z.output<typeof schema>;

/** A flight that accelerates, cruises and brakes. */
export const multicopter = {
  key: 'waypoints',
  noun: 'a multicopter',
  schema,
  schemaInMemory: schema,
  resolve: async (leg, section) => alongPoses(await noting(section, ['waypoints'], () => fly(leg))),
} satisfies LegKind<MulticopterDefinition>;

function fly({ waypoints, speed, acceleration, turn, yawRate, heading, gimbal }: MulticopterDefinition): Trajectory {
  return multicopterTrajectory(waypoints, {
    speed,
    acceleration,
    turn,
    yawRate: yawRate * DEGREE,
    heading: fixedHeading(heading),
    gimbal,
  });
}
