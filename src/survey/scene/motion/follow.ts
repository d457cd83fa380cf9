import { z } from 'zod';
import { fromMatrix, IDENTITY_ROTATION } from '../../../base/quaternion.js';
import { didYouMean } from '../../../base/yaml/check-document.js';
import { choiceField, mapField, numberField, textField, vectorField } from '../../../base/yaml/fields.js';
import { noteFault } from '../../resolve/reading.js';
import { coordinate } from '../../schema/coordinate.js';
import { resolveRotation, rotationField } from '../transform.js';
import { type MotionKind, referenceKey } from './motion-kind.js';

const otherPart = mapField('the part', {
  part: textField('Name of the part', 'the name of a part'),
  offset: vectorField(
    'Place in its frame, from its point of reference; absent: where both stand, or, with behind, on its way',
    coordinate,
  ).optional(),
  rotate: rotationField.optional(),
  behind: numberField('Way by which it passes later where the other one passed', {
    unit: 'm',
    min: 0,
    max: coordinate.max,
  }).default(0),
});

const platform = choiceField('The platform of the scanners, in whose frame transform places the part', ['platform']);

const schema = mapField('what it follows', {
  follow: z
    .union([platform, otherPart], { error: 'platform, or a map with part' })
    .describe('The platform of the scanners, or another part'),
  ...referenceKey,
});

/** With another part: fixed to it, or behind it on its way; or fixed to the platform. */
export const motionFollow = {
  key: 'follow',
  schema,
  resolve: ({ follow, reference }, section, { others, knowsOthers }) => {
    if (follow === 'platform') {
      if (reference !== 'origin')
        noteFault(section, ['reference'], reference, 'none: transform places the part on the platform');
      return { carrier: follow };
    }
    const { part, offset, rotate, behind } = follow;
    if (!others.includes(part) && knowsOthers)
      noteFault(section, ['follow', 'part'], part, `the name of another part${didYouMean(part, others)}`);
    const orientation =
      rotate === undefined ? IDENTITY_ROTATION : fromMatrix(resolveRotation(section, rotate, ['follow', 'rotate']));
    return { follow: part, ...(offset && { offset }), orientation, behind };
  },
} satisfies MotionKind<z.output<typeof schema>>;
