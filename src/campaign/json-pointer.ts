import { counted } from '../base/text.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { formatPath } from '../base/yaml/faults.js';
import type { ValuePath } from '../base/yaml/source-document.js';

/** JSON Pointers (RFC 6901) into a survey. */

/** Keys by which a text would reach properties that every object inherits. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

/** The steps of a pointer: `/legs/0/position` has legs, 0, position; undefined if it is none, or the whole document. */
export function pointerSteps(pointer: string): string[] | undefined {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.some((step) => INHERITED.has(step)) ? undefined : steps;
}

/** An item of a list, as its number. */
const INDEX = /^(0|[1-9]\d{0,8})$/;

/**
 * A copy of `value` with `inner` at the place that `steps` lead to; everything beside the way is shared. A key of a map
 * may be new; the keys before it, and items of lists, must exist. Returns undefined if they do not.
 */
export function withValueAt(value: unknown, [step, ...rest]: readonly string[], inner: unknown): unknown {
  if (step === undefined) return inner;
  if (Array.isArray(value)) {
    const index = INDEX.test(step) ? Number(step) : value.length;
    const item = index < value.length ? withValueAt(value[index], rest, inner) : undefined;
    return item === undefined ? undefined : value.with(index, item);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const before = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  if (before === undefined && rest.length > 0) return undefined;
  const item = withValueAt(before, rest, inner);
  return item === undefined ? undefined : { ...value, [step]: item };
}

/** Why `steps` lead to no place of a survey, from the first that has none; undefined if they do. */
export function whereLost(survey: unknown, steps: readonly string[]): string | undefined {
  for (let k = 0, value = survey; k < steps.length; k++) {
    const step = steps[k];
    const holder = k === 0 ? 'the survey' : formatPath(pathOfSteps(steps.slice(0, k)));
    if (Array.isArray(value)) {
      if (!INDEX.test(step) || Number(step) >= value.length)
        return `where ${holder} has ${counted(value.length, 'item')}`;
    } else if (typeof value !== 'object' || value === null) return `where ${holder} has nothing below it`;
    else if (!Object.hasOwn(value, step) && k < steps.length - 1)
      return `where ${holder} has no ${step}${didYouMean(step, Object.keys(value))}`;
    value = (value as Record<string, unknown>)[step];
  }
  return undefined;
}

/** The path of a value as messages and places have it: numbers for items of lists. */
export const pathOfSteps = (steps: readonly string[]): ValuePath =>
  steps.map((step) => (INDEX.test(step) ? Number(step) : step));
