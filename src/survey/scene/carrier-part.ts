import type { z } from 'zod';
import { didYouMean } from '../../base/yaml/check-document.js';
import { mapField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { findPlatform, platformIds } from '../../platform/platform-catalogue.js';
import { bodySource } from '../../procedural/generated-source.js';
import type { ScenePart } from '../../scene/scene-description.js';
import { noteFault, placeIn, type Reading } from '../resolve/reading.js';
import { instanceField } from './instance-field.js';
import { resolveTransform, transformSchema } from './transform.js';

/** A part that is the body of a platform of the catalogue, and goes where the scanners' platform goes. */
export const carrierPart = mapField('the body of a platform', {
  name: textField('Name of the part; absent: that of the platform').optional(),
  carrier: textField('Id of a platform of the catalogue that has a body, which goes with the scanners'),
  transform: transformSchema.optional(),
  instance: instanceField('Number of the object that the part is; absent: numbers in turn').optional(),
});

/** The part in the frame of the platform; without shapes if it has a fault, which is noted. */
export function resolveCarrier(
  reading: Reading,
  { carrier, transform, instance }: z.output<typeof carrierPart>,
  path: ValuePath,
  name: string,
): ScenePart {
  const { body } = findPlatform(carrier) ?? {};
  if (body === undefined) noteFault(reading, [...path, 'carrier'], carrier, expectedBody(carrier));
  const place = placeIn(reading, path);
  return {
    name,
    source: bodySource(carrier, body ?? []),
    transform: resolveTransform(reading, transform, [...path, 'transform']),
    placement: { kind: 'once' },
    motion: { carrier: 'platform', reference: 'origin', place },
    ...(instance !== undefined && { instance }),
    place,
  };
}

function expectedBody(carrier: string): string {
  const ids = platformIds().filter((id) => findPlatform(id)?.body !== undefined);
  return `a platform of the catalogue that has a body${didYouMean(carrier, ids) || `: ${ids.join(', ')}`}`;
}
