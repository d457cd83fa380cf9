import { z } from 'zod';
import { listField, longTextField, mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
import { LEG_LIMITS } from './leg-limits.js';
import { isSaidOnce, orientationFields, SAID_ONCE } from './orientation-schema.js';

const angle = (description: string) => numberField(description, { unit: 'deg', ...LEG_LIMITS.angle });

/** Attitude of a body: heading clockwise from +y, pitch nose up, roll right side down. */
export const attitudeFields = {
  heading: angle('Clockwise from +y seen from above'),
  pitch: angle('Nose up'),
  roll: angle('Right side down'),
};

/** The place of the scanner on the platform. */
export const mountSchema = mapField('the mount of the scanner on the platform', {
  position: vectorField("In the platform's frame: right, forward, up", { unit: 'm' }).optional(),
  ...orientationFields,
}).refine(isSaidOnce, SAID_ONCE);

const twoPoints = (description: string) =>
  listField(description, vectorField('Right, forward, up', { unit: 'm', min: -20, max: 20 }), { min: 2, max: 2 });

const material = textField('Material, by its name in generated scenes');

/** Boxes and bars, in the platform's frame: right, forward, up. */
const bodyShape = z.union([
  mapField('a box', { box: twoPoints('its least and its greatest corner'), material }),
  mapField('a round bar', {
    bar: twoPoints('its ends'),
    radius: numberField('Of its section', { unit: 'm', above: 0, max: 5 }),
    material,
  }),
]);

/** A file of platforms/platforms. */
export const platformSchema = mapField('a platform', {
  id: textField('Name in the catalogue'),
  name: textField('Name'),
  source: longTextField('Source of the numbers', 'a text that names the source of the numbers'),
  mount: mountSchema,
  body: listField('shapes of what carries the scanner', bodyShape, { min: 1, max: 100 }).optional(),
});

export type MountDefinition = z.output<typeof mountSchema>;
export type BodyShape = z.output<typeof bodyShape>;
export type PlatformDefinition = z.output<typeof platformSchema>;
