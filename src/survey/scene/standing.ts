import { z } from 'zod';
import { didYouMean } from '../../base/yaml/check-document.js';
import { choiceField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Standing } from '../../scene/scene-description.js';
import { isWhole, noteFault, placeIn, type Reading } from '../resolve/reading.js';

/** Word for all surfaces that are ground. */
const ALL_GROUND = 'ground';
/** Metres. */
const SINK_MAX = 1000;

const groundName = (description: string) => textField(description, 'ground, or the name of a part');

/** The `on` of a part. */
export const standSchema = z
  .union(
    [
      groundName('Name of the part that it stands on, or ground for all surfaces of class ground or road surface'),
      mapField('a ground', {
        part: groundName('Name of the part that it stands on, or ground').default(ALL_GROUND),
        by: choiceField(
          'Its lowest vertex on the surface below; on a plane fitted to the ground; or no vertex below that plane, and one on it',
          ['surface', 'plane-lowest', 'plane-closest'],
        ).default('surface'),
        sink: numberField('How far it is put below its ground, such as a stem on a slope', {
          unit: 'm',
          min: 0,
          max: SINK_MAX,
        }).optional(),
      }),
    ],
    { error: 'ground, the name of a part, or a map with part, by and sink' },
  )
  .describe('Ground on which it is put, up or down from where it is placed');

type StandDefinition = z.output<typeof standSchema>;

/**
 * The ground of a part: a part of that name comes before all surfaces that are ground. Notes a ground that does not
 * exist.
 */
export function resolveStand(
  reading: Reading,
  on: StandDefinition,
  path: ValuePath,
  names: readonly string[],
  own: string,
): Standing {
  const { part, ...way } = typeof on === 'object' ? on : { part: on, by: 'surface' as const };
  const others = names.filter((name) => name !== own);
  const place = placeIn(reading, path);
  if (part === ALL_GROUND && !others.includes(part)) return { ...way, place };
  if (!others.includes(part) && checksGrounds(reading))
    noteFault(reading, path, part, `ground, or the name of another part${didYouMean(part, [ALL_GROUND, ...others])}`);
  return { part, ...way, place };
}

/**
 * Whether names of grounds that no part has are faults: not of one that is left out, and not if placing the parts will
 * tell.
 */
export const checksGrounds = (reading: Reading): boolean =>
  !reading.placingTells && isWhole(reading, ['scene', 'parts']);
