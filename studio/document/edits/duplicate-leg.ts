import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, type Point } from './edit.js';
import { freshName, legAt, legName, legNames, titleOf } from './legs.js';
import { shiftLeg } from './move-leg.js';

/** Repeats a leg behind itself, as it is written, with a name of its own and moved by metres. */
export function duplicateLeg(text: SurveyText, index: number, by: Point = [0, 0, 0]): NamedEdit {
  const leg = legAt(text, index);
  const name = freshName(legName(leg, index), legNames(text));
  const steps = [
    (now: SurveyText) => now.duplicateItem(['legs'], index),
    // A leg without a name has that of its number, which differs already.
    (now: SurveyText) => ('name' in leg ? now.setValue(['legs', index + 1, 'name'], name) : []),
    // Two legs cannot have one number in the cloud.
    (now: SurveyText) => now.removeKey(['legs', index + 1], 'pointSourceId'),
    (now: SurveyText) => shiftLeg(now, index + 1, by).patches,
  ];
  return editOf(text, `Duplicate ${titleOf(text, index)}`, ...steps);
}
