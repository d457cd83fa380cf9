import { z } from 'zod';
import { choiceField, listField, mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
import { RADIOMETRY_DEFAULTS } from '../material/radiometry.js';
import { colorsField } from '../survey/schema/colors-schema.js';
import { INTENSITY_FIELDS } from '../survey/schema/intensity-schema.js';
import { radiometrySchema } from '../survey/schema/radiometry-schema.js';
import { trajectorySchema } from './trajectory-schema.js';

/** What a scan is told besides its scene and its scanner, in SI units; the survey's schema is the same in those of users. */

const TURN = 2 * Math.PI;
const COORDINATE_MAX = 1e8;
const coordinate = { unit: 'm', min: -COORDINATE_MAX, max: COORDINATE_MAX };

const angle = (description: string) => numberField(description, { unit: 'rad', min: -TURN, max: TURN }).optional();

const attitudeFields = {
  heading: angle('Clockwise from +y seen from above'),
  pitch: angle('Nose up'),
  roll: angle('Right side down'),
};

const attitude = mapField('an attitude', attitudeFields).optional();

const station = mapField('a station', {
  kind: choiceField('Kind of path', ['station']),
  position: vectorField('Where the platform stands', coordinate),
  attitude,
  duration: numberField('How long it scans', { unit: 's', above: 0, max: 1e6 }).optional(),
});

const straight = mapField('a straight path', {
  kind: choiceField('Kind of path', ['straight']),
  from: vectorField('Start', coordinate),
  to: vectorField('End', coordinate),
  speed: numberField('Speed', { unit: 'm/s', above: 0, max: 10_000 }),
  attitude,
});

const recorded = mapField('a recorded path', {
  kind: choiceField('Kind of path', ['recorded']),
  trajectory: trajectorySchema,
});

const mount = mapField('where the scanner sits on the platform', {
  position: vectorField('In the frame of the platform', { unit: 'm', min: -1e4, max: 1e4 }).optional(),
  ...attitudeFields,
});

/** Whole turns that a head may make in one leg. */
export const LEG_TURNS_MAX = 100;

const AZIMUTH_MAX = (LEG_TURNS_MAX + 1) * TURN;

const sectorEnd = (description: string) =>
  numberField(description, { unit: 'rad', min: -AZIMUTH_MAX, max: AZIMUTH_MAX });

const leg = mapField('a leg', {
  name: textField('Name').optional(),
  pointSourceId: numberField('LAS point source id', { whole: true, min: 1, max: 65_535 }).optional(),
  path: z.discriminatedUnion('kind', [station, straight, recorded], {
    error: 'a map whose kind is station, straight or recorded',
  }),
  azimuthStart: sectorEnd('Start of the sector').default(0),
  azimuthEnd: sectorEnd('End of the sector').default(TURN),
  warmup: numberField('How long deflector and head have been running', { unit: 's', min: 0, max: 1e6 }).optional(),
  mount: mount.optional(),
  startTime: numberField('GPS time of the first pulse', { unit: 's', min: -1e9, max: 1e10 }).optional(),
});

/** Footprint of a scan that names none. */
const FOOTPRINT = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;

const footprint = mapField('how a pulse is split into subrays', {
  pattern: choiceField('Pattern', ['rings', 'disc']).default(FOOTPRINT.pattern),
  subrays: numberField('Subrays of a pulse', { whole: true, min: 1, max: 4096 }).default(FOOTPRINT.subrays),
  weights: choiceField('Profile of the beam', ['gaussian', 'uniform']).default(FOOTPRINT.weights),
});

const kind = <Kind extends string>(name: Kind) => ({ kind: choiceField('Scale', [name]) });

const intensity = z.discriminatedUnion(
  'kind',
  [
    mapField('amplitude', kind('amplitude')),
    mapField('relative reflectance', kind('reflectance')),
    mapField('in proportion', { ...kind('linear'), ...INTENSITY_FIELDS.linear }),
    mapField('for the eye', { ...kind('hable'), ...INTENSITY_FIELDS.hable }),
  ],
  { error: 'a map whose kind is amplitude, reflectance, linear or hable' },
);

export const scanSchema = mapField('a scan', {
  legs: listField('legs', leg, { min: 1, max: 65_535 }),
  mount: mount.optional(),
  footprint: footprint.default(FOOTPRINT),
  seed: numberField('Other seeds, other noise', { whole: true, min: 0, max: 2 ** 32 - 1 }).default(1),
  atmosphere: mapField('the air', {
    extinction: numberField('Extinction coefficient, one way', { unit: '1/m', min: 0, max: 10 }),
  }).optional(),
  intensity: intensity.default({ kind: 'amplitude' }),
  radiometry: radiometrySchema.default(RADIOMETRY_DEFAULTS),
  colors: colorsField({ unit: 'rad', turn: TURN }).optional(),
});

/** A scan's settings after their check. */
export type CheckedScan = z.output<typeof scanSchema>;
