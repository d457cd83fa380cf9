import { EditRefused } from '../edit-refused.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, METRE_DECIMALS, type NamedEdit } from './edit.js';
import { freshName, legName, legNames, legsOf } from './legs.js';
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
 * Puts the legs of a plan in place of those that are there, or, with `keeps`, behind them, with names of their own, and sets what
 * else the plan needs. Refused for a survey of several scanners, since a plan is for one.
 */
export function usePlan(text: SurveyText, { legs, ...sections }: WrittenPlan, { keeps = false } = {}): NamedEdit {
  if (text.valueAt(['scanners']) !== undefined)
    throw new EditRefused('a plan is for one scanner: write `scanner` in place of the list `scanners` first');
  const order = SURVEY_KEYS;
  const settings = Object.entries(sections)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        (now: SurveyText) =>
          now.setValue([key], value, { order }),
    );
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
