import { z } from 'zod';
import { memberOf } from '../../base/yaml/cuts.js';
import { flagField, mapField, numberField, optionalField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { type ClipChoice, KEY_RATE } from '../../scene/animation/model-animation.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { ScenePart } from '../../scene/scene-description.js';
import { noteFault, placeIn, type Reading } from '../resolve/reading.js';

/** Most clips of a file. */
const CLIPS_MAX = 65_536;
/** Longest time of a clip, seconds. */
const OFFSET_MAX = 1e6;

const clipField = z
  .union(
    [textField('Its name'), numberField('Its number in the file, from 0', { whole: true, min: 0, max: CLIPS_MAX })],
    { error: 'the name of a clip, or its number in the file, from 0' },
  )
  .describe('Clip of the file: its name, or its number from 0; absent: the first')
  .meta({ examples: ['Walk'] });

export const animationSchema = mapField('a clip of the model that is played', {
  clip: clipField.optional(),
  speed: optionalField(numberField('Factor of its speed', { above: 0, max: 1000 }), 1),
  offset: numberField('Moment of the clip at which it is when the survey begins', {
    unit: 's',
    min: -OFFSET_MAX,
    max: OFFSET_MAX,
  }).default(0),
  loop: flagField('Whether it begins anew when it has ended').default(true),
  stride: numberField("Way of the part's motion on which the clip is played once, whatever the time", {
    unit: 'm',
    min: 0.001,
    max: 1e6,
  }).optional(),
  rate: optionalField(
    numberField('Shapes a second that skins and morph targets take, between which they change evenly', {
      unit: 'Hz',
      min: 1,
      max: 1000,
    }),
    KEY_RATE,
  ),
});

type AnimationDefinition = z.output<typeof animationSchema>;

/** What `animation` depends on. */
interface AnimatedDefinition {
  file: string;
  animation?: AnimationDefinition;
  motion?: unknown;
}

/** The clip that a part of a file chooses; absent: none. */
export function clipChoice({ animation }: AnimatedDefinition): { animation?: ClipChoice } {
  if (animation === undefined) return {};
  const { clip, offset, loop, rate } = animation;
  return {
    animation: { ...(clip !== undefined && { clip }), offset, loop, ...(rate !== undefined && { rate }) },
  };
}

/**
 * The clip that a part of a file plays. Notes files without clips, parts that move by
 * updates, and a stride of parts that stand.
 */
export function resolveAnimation(
  reading: Reading,
  { file, animation, motion }: AnimatedDefinition,
  path: ValuePath,
): Pick<ScenePart, 'animation'> {
  if (animation === undefined) return {};
  const { speed, stride } = animation;
  if (!sceneFormatOf(file)?.hasClips)
    noteFault(reading, path, animation, 'no animation: only glTF files have clips that are played');
  if (stride !== undefined && motion === undefined)
    noteFault(reading, [...path, 'stride'], stride, 'none: the part has no motion, so it makes no way');
  if (memberOf(motion, 'updates') !== undefined)
    noteFault(reading, path, animation, 'no animation: a part that moves by updates plays no clip');
  if (stride !== undefined && speed !== undefined)
    noteFault(reading, [...path, 'speed'], speed, 'none: with stride, the way of the part is the clock of the clip');
  const { clip, offset, loop } = animation;
  const own = { ...(clip !== undefined && { clip }), offset, loop, speed: speed ?? 1 };
  return { animation: { ...own, ...(stride !== undefined && { stride }), place: placeIn(reading, path) } };
}
