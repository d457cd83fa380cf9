import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { wrapValue } from '../wrap-value.js';
import { dropSetting } from './drop-setting.js';
import { editOf, type NamedEdit } from './edit.js';
import { legAt, titleOf } from './legs.js';
import { namesOfWritten } from './scanner-names.js';

type Step = Parameters<typeof editOf>[2];

/**
 * Lets one of several scanners fire in a leg, or not. Settings of the leg for all of them are then those of each.
 * `names`: names of the scanners, where more is known than the text says.
 */
export function switchScanner(
  text: SurveyText,
  leg: number,
  index: number,
  isOn: boolean,
  names: readonly (string | undefined)[] = namesOfWritten(text),
): NamedEdit {
  const name = names[index];
  if (name === undefined) throw new EditRefused(`Give scanner ${index + 1} a name first, by which a leg can name it.`);
  const active = ['legs', leg, 'scanners', name, 'active'] as const;
  const title = `Switch ${name} ${isOn ? 'on' : 'off'} in ${titleOf(text, leg)}`;
  return editOf(text, title, ...eachSteps(text, leg, names), (now) => {
    if (!isOn) return now.setValue(active, false);
    return now.valueAt(active) === undefined ? [] : dropSetting(now, active);
  });
}

/** The steps that copy a leg's settings for all scanners to each of them. */
function eachSteps(text: SurveyText, leg: number, names: readonly (string | undefined)[]): Step[] {
  const { scanner } = legAt(text, leg);
  if (scanner === undefined) return [];
  if (!isPlainMap(scanner) || Object.keys(scanner).length === 0)
    return [(now) => now.removeKey(['legs', leg], 'scanner')];
  const [first, ...others] = names.flatMap((name) => name ?? []);
  return [
    (now) => wrapValue(now, ['legs', leg], 'scanner', { key: 'scanners', inner: first, inList: false }),
    ...others.map(
      (name): Step =>
        (now) =>
          now.setValue(['legs', leg, 'scanners', name], scanner),
    ),
  ];
}
