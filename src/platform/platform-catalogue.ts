import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { checkDocument } from '../base/yaml/check-document.js';
import { longTextField, mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
import { parseYaml } from '../base/yaml/yaml-document.js';
import { isSaidOnce, orientationFields, SAID_ONCE } from './orientation-schema.js';

const FOLDER = new URL('../../platforms/platforms/', import.meta.url);

const angle = (description: string) => numberField(description, { unit: 'deg', min: -360, max: 360 });

/** Attitude of a body: heading clockwise from +y, pitch nose up, roll right side down. */
export const attitudeFields = {
  heading: angle('Clockwise from +y seen from above'),
  pitch: angle('Nose up'),
  roll: angle('Right side down'),
};

/** Where the scanner sits on the platform. */
export const mountSchema = mapField('where the scanner sits on the platform', {
  position: vectorField("In the platform's frame: right, forward, up", { unit: 'm' }).optional(),
  ...orientationFields,
}).refine(isSaidOnce, SAID_ONCE);

/** A file of platforms/platforms. */
const platformSchema = mapField('a platform', {
  id: textField('Name in the catalogue'),
  name: textField('What it is'),
  source: longTextField('Where the numbers come from', 'a text that says where the numbers come from'),
  mount: mountSchema,
});

export type MountDefinition = z.output<typeof mountSchema>;
export type PlatformDefinition = z.output<typeof platformSchema>;

/** Ids of the catalogue, in alphabetical order. */
export function platformIds(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** The platform `id`, or undefined where the catalogue has none of that name. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  if (!platformIds().includes(id)) return undefined;
  const url = new URL(`${id}.yaml`, FOLDER);
  return checkDocument(platformSchema, parseYaml(readFileSync(url, 'utf8'), fileURLToPath(url)));
}
