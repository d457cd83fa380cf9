import type { SurveyText } from '../survey-text.js';
import { editOf, METRE_DECIMALS, type NamedEdit } from './edit.js';
import { freshName, legName, legNames, legsOf } from './legs.js';
import { hasScannerList, LISTED_KEYS } from './scanner-path.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** A plan as the survey would have it. */
export interface WrittenPlan {
  legs: readonly Readonly<Record<string, unknown>>[];
  /** Absent ones stay as they are. */
  scanner?: unknown;
  platform?: string;
  mount?: Readonly<Record<string, unknown>>;
}

/**
 * Replaces the legs by those of a plan or, with `keeps`, adds these with names of their own, and sets the other keys
 * that the plan needs. Of several scanners, the plan is for number `scanner`; the others go along.
 */
export function usePlan(
  text: SurveyText,
  { legs, ...sections }: WrittenPlan,
  { keeps = false, scanner = 0 } = {},
): NamedEdit {
  const order = SURVEY_KEYS;
  const isListed = hasScannerList(text);
  const settings = Object.entries(sections)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => (now: SurveyText) => {
      const isOwn = isListed && key !== 'platform';
      return isOwn
        ? now.setValue(['scanners', scanner, key], value, { order: LISTED_KEYS })
        : now.setValue([key], value, { order });
    });
  const count = legsOf(text).length;
  const named = keeps ? withFreshNames(legs, legNames(text)) : legs;
  // From the last, so that the comments of each go with it.
  const removals = Array.from({ length: keeps ? 0 : count }, (_, k) => (now: SurveyText) => {
    return now.removeItem(['legs'], count - 1 - k);
  });
  const write = (now: SurveyText) => {
    const written = [...(keeps ? legsOf(now) : []), ...named];
    return now.setValue(['legs'], written, { decimals: METRE_DECIMALS, order });
  };
  return editOf(
    text,
    `Use a plan of ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}`,
    ...settings,
    ...removals,
    write,
  );
}

function withFreshNames(legs: WrittenPlan['legs'], taken: readonly string[]): WrittenPlan['legs'] {
  const names = [...taken];
  return legs.map((leg, k) => {
    const name = freshName(legName(leg, k), names);
    names.push(name);
    return { ...leg, name };
  });
}
