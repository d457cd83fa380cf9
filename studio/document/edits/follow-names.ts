import type { Patch } from '../patch.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { legsOf } from './legs.js';
import { freshScannerName } from './scanner-names.js';

/** A name, and the one that it gives way to. */
export type Renaming = readonly [from: string, to: string];

type Step = (text: SurveyText) => readonly Patch[];

/** The renamings from old names to new ones of the same things. A name that another of them keeps stays. */
export function renamings(before: readonly (string | undefined)[], after: readonly (string | undefined)[]): Renaming[] {
  return before.flatMap((from, k): Renaming[] => {
    const to = after[k];
    const isKept = before.some((name, other) => name === from && after[other] === from);
    return from === undefined || to === undefined || isKept ? [] : [[from, to]];
  });
}

/** Renamings in turn, each after the one that frees its name. If names change places, one is put aside meanwhile. */
function inOrder(changes: readonly Renaming[]): Renaming[] {
  const ordered: Renaming[] = [];
  let left = [...changes];
  while (left.length > 0) {
    const free = left.filter(([, to]) => !left.some(([from]) => from === to));
    ordered.push(...free);
    left = left.filter((renaming) => !free.includes(renaming));
    if (free.length > 0) continue;
    const [[from, to], ...others] = left;
    const aside = freshScannerName(from, new Set(changes.flat()));
    ordered.push([from, aside]);
    left = [...others, [aside, to]];
  }
  return ordered;
}

/** The steps that have legs and restrictions name scanners as they are called now. */
export function followNames(text: SurveyText, changes: readonly Renaming[]): Step[] {
  const legs = legsOf(text).flatMap(({ scanners }, k) => (isPlainMap(scanners) ? [k] : []));
  return [
    ...inOrder(changes).flatMap(([from, to]) => legs.map((k) => (now: SurveyText) => renameInLeg(now, k, from, to))),
    ...changes.flatMap(([from, to]) =>
      restrictionsOf(text, from).map((k) => (now: SurveyText) => now.setValue(['restrict', k, 'scanner'], to)),
    ),
  ];
}

/** Numbers of the restrictions that are of a scanner. */
export function restrictionsOf(text: SurveyText, name: string): number[] {
  const restrictions = text.valueAt(['restrict']);
  if (!Array.isArray(restrictions)) return [];
  return restrictions.flatMap((one, k) => (isPlainMap(one) && one.scanner === name ? [k] : []));
}

function renameInLeg(text: SurveyText, leg: number, from: string, to: string): readonly Patch[] {
  const { scanners } = legsOf(text)[leg];
  const isNamed = isPlainMap(scanners) && Object.hasOwn(scanners, from) && !Object.hasOwn(scanners, to);
  return isNamed ? text.renameKey(['legs', leg, 'scanners'], from, to) : [];
}
