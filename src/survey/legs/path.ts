import { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, flagField, mapField, numberField, optionalField } from '../../base/yaml/fields.js';
import type { Trajectory } from '../../platform/leg.js';
import { SPLINE_SHAPE_DEFAULTS } from '../../platform/path/catmull-rom.js';
import { pathTrajectory } from '../../platform/path/smooth-path.js';
import { noting } from '../resolve/reading.js';
import { alongPoses, type LegKind, legSchema } from './leg-kind.js';
import { attitude, courseField, fixedHeading, pointsField, speedField } from './path-fields.js';

const smooth = mapField('the smoothing of waypoints', {
  tolerance: numberField('Points nearer than this to the line between those kept are left out', {
    unit: 'm',
    min: 0,
    max: 1e6,
  }).optional(),
  tension: optionalField(
    numberField('0: Catmull–Rom; towards 1 the curve comes nearer to straight lines', { min: 0, max: 0.9 }),
    SPLINE_SHAPE_DEFAULTS.tension,
  ),
  knots: optionalField(choiceField('Spacing of the knots', ['centripetal', 'uniform']), SPLINE_SHAPE_DEFAULTS.knots),
});

/** Keys of a path through points. */
export const pathKeys = {
  path: pointsField('points [x, y, z] that the platform passes, in metres'),
  speed: speedField,
  smooth: smooth.optional().meta({ examples: [{ tension: 0.5 }] }),
  heading: courseField,
  pitch: attitude.pitch,
  roll: attitude.roll,
  climb: flagField('The nose follows the climb of the path')
    .optional()
    .meta({ examples: [true] }),
  banking: flagField('The platform leans into turns as an aircraft does')
    .optional()
    .meta({ examples: [true] }),
};

const schema = legSchema(
  'a path through points at constant speed',
  pathKeys,
  // biome-ignore format: one leg
  { path: [[0, 0, 1], [9, 0, 1], [9, 9, 4]], speed: 1, smooth: {} },
);

const pathSchema = z.object(pathKeys);

type PathDefinition = z.output<typeof schema>;

/** Straight lines or a smooth curve from point to point. */
export const path = {
  key: 'path',
  noun: undefined,
  schema,
  schemaInMemory: schema,
  resolve: async (leg, section) => alongPoses(await noting(section, ['path'], () => travelPath(leg))),
} satisfies LegKind<PathDefinition>;

/**
 * The trajectory along a path, whose curves are followed to `chordError` metres; absent: as pathTrajectory does. Throws
 * UserError for a path without length.
 */
export function travelPath(
  { path: points, speed, heading, pitch, roll, ...shape }: z.output<typeof pathSchema>,
  chordError?: number,
): Trajectory {
  return pathTrajectory(points, {
    speed,
    smooth: shape.smooth,
    heading: fixedHeading(heading),
    pitch: (pitch ?? 0) * DEGREE,
    roll: (roll ?? 0) * DEGREE,
    climb: shape.climb,
    banking: shape.banking,
    chordError,
  });
}
