import { z } from 'zod';
import { pickWeighted } from '../pick-weighted.js';
import type { VariableKind } from './variable-kind.js';

type Choices = readonly unknown[] | Readonly<Record<string, number>>;

const EXPECTED = 'a list of values, or a map from each to its weight >= 0';
const EXPECTED_WEIGHT = 'a weight, a number >= 0';

const WEIGHT = z.number({ error: EXPECTED_WEIGHT }).min(0, { error: EXPECTED_WEIGHT });

/** One of several values: each as likely as the others, or by its weight. */
export const CHOICE: VariableKind = {
  name: 'choice',
  schema: z.union([z.array(z.unknown()).min(1, { error: EXPECTED }), z.record(z.string(), WEIGHT)], {
    error: EXPECTED,
  }),
  fault: (choices: Choices) => {
    if (isList(choices)) return undefined;
    const sum = Object.values(choices).reduce((total, weight) => total + weight, 0);
    if (sum === Infinity) return `weights whose sum is at most ${Number.MAX_VALUE}`;
    return sum > 0 ? undefined : `${EXPECTED}, one of them > 0`;
  },
  value: (choices: Choices, unit) => {
    if (isList(choices)) return choices[Math.floor(unit * choices.length)];
    return pickWeighted(Object.entries(choices), unit);
  },
};

const isList = (choices: Choices): choices is readonly unknown[] => Array.isArray(choices);
