import type { z } from 'zod';
import { longTextField, mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
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

/** A file of platforms/platforms. */
export const platformSchema = mapField('a platform', {
  id: textField('Name in the catalogue'),
  name: textField('Name'),
  source: longTextField('Source of the numbers', 'a text that names the source of the numbers'),
  mount: mountSchema,
});

export type MountDefinition = z.output<typeof mountSchema>;
export type PlatformDefinition = z.output<typeof platformSchema>;
