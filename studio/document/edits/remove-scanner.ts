import { EditRefused } from '../edit-refused.js';
import type { Patch } from '../patch.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { dropSetting } from './drop-setting.js';
import { editOf, type NamedEdit } from './edit.js';
import { firesIn } from './fires-in.js';
import { followNames, renamings, restrictionsOf } from './follow-names.js';
import { legName, legsOf } from './legs.js';
import { namesOfWritten } from './scanner-names.js';

/** The removal of a scanner, and what goes with it. */
export interface ScannerRemoval extends NamedEdit {
  /** Former name of the scanner. */
  readonly scanner: string;
  /** Names of the legs of which settings for it went along. */
  readonly setting: readonly string[];
  /** Names of the legs in which no scanner fires any more. */
  readonly silent: readonly string[];
  /** Number of removed restrictions of its pulses. */
  readonly restrictions: number;
}

/**
 * Removes one of several scanners, with its settings in legs and restrictions; the last one stays in its list. `names`:
 * names of the scanners, where more is known than the text says.
 */
export function removeScanner(
  text: SurveyText,
  index: number,
  names: readonly (string | undefined)[] = namesOfWritten(text),
): ScannerRemoval {
  if (names.length < 2)
    throw new EditRefused('A survey has at least one scanner: choose another one in place of the last.');
  const name = names[index];
  const others = names.filter((_, k) => k !== index);
  // Settings of a name that another scanner has, too, are that one's.
  const isAlone = name !== undefined && !others.includes(name);
  const legs = legsOf(text);
  const all = [...legs.keys()];
  const setting = all.filter((k) => {
    const { scanners } = legs[k];
    return isAlone && isPlainMap(scanners) && Object.hasOwn(scanners, name!);
  });
  const fires = (k: number, called: string | undefined) => called === undefined || firesIn(legs[k], called);
  const silent = all.filter((k) => fires(k, name) && !others.some((other) => fires(k, other)));
  const restricting = isAlone ? restrictionsOf(text, name) : [];
  const edit = editOf(
    text,
    `Remove scanner ${name ?? index + 1}`,
    (now) => now.removeItem(['scanners'], index),
    ...setting.map((k) => (now: SurveyText) => dropSetting(now, ['legs', k, 'scanners', name!])),
    ...restricting.toReversed().map((k) => (now: SurveyText) => removeRestriction(now, k)),
    (now) => editOf(now, '', ...followNames(now, renamings(others, namesOfWritten(now)))).patches,
  );
  const namesOf = (numbers: readonly number[]) => numbers.map((k) => legName(legs[k], k));
  return {
    ...edit,
    scanner: name ?? `scanner ${index + 1}`,
    setting: namesOf(setting),
    silent: namesOf(silent),
    restrictions: restricting.length,
  };
}

function removeRestriction(text: SurveyText, index: number): Patch[] {
  const isLast = (text.valueAt(['restrict']) as unknown[]).length === 1;
  return isLast ? text.removeKey([], 'restrict') : text.removeItem(['restrict'], index);
}
