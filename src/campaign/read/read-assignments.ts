import { didYouMean, faultAt } from '../../base/yaml/check-document.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import type { Assignment } from '../campaign.js';
import { pointerSteps, whereLost } from '../json-pointer.js';
import { namesIn } from '../templates.js';
import type { CampaignReading } from './reading.js';

/**
 * A campaign's assignments in its survey, in their order; notes those that lead nowhere, are replaced or are not used.
 */
export function readAssignments(
  { document, given, rows, faults }: CampaignReading,
  base: SourceDocument,
): Assignment[] {
  const own = [...Object.keys(given.variables), ...Object.keys(given.grid)];
  const known = [...own, ...(rows?.names ?? [])];
  const used = new Set<string>(given.split?.by ?? []);
  const assignments: Assignment[] = [];
  for (const [pointer, template] of Object.entries(given.set)) {
    const path = ['set', pointer];
    const steps = pointerSteps(pointer);
    const lost = pointerFault(steps, base.value);
    if (lost !== undefined) {
      const expected = `a JSON Pointer to a place of ${base.file}, ${lost}`;
      faults.push({
        place: document.placeOfKey(['set'], pointer),
        message: `set: found ${JSON.stringify(pointer)}, expected ${expected}`,
      });
    }
    for (const name of namesIn(template)) {
      used.add(name);
      if (!known.includes(name))
        faults.push(faultAt(document, path, `a variable or an axis of the grid behind $${didYouMean(name, known)}`));
    }
    assignments.push({ pointer, steps: steps ?? [], template });
  }
  for (const { pointer, by } of replacedAssignments(assignments)) {
    const [shown, other] = [pointer, by].map((text) => JSON.stringify(text));
    faults.push({
      place: document.placeOfKey(['set'], pointer),
      message: `set: found ${shown}, which ${other} below it replaces, expected it after ${other}, or left out`,
    });
  }
  for (const name of own.filter((candidate) => !used.has(candidate)))
    faults.push({
      place: document.placeOfKey([Object.hasOwn(given.grid, name) ? 'grid' : 'variables'], name),
      message: `${name}: set does not use it, expected $${name} in a value of set`,
    });
  return assignments;
}

/** Assignments to places that a later one replaces, with the pointer of that one. */
function replacedAssignments(assignments: readonly Assignment[]): { pointer: string; by: string }[] {
  const later = new Map<string, string>();
  const found: { pointer: string; by: string }[] = [];
  for (const { pointer, steps } of assignments.toReversed()) {
    const starts = steps.map((_, k) => JSON.stringify(steps.slice(0, k + 1)));
    const over = starts.find((start) => later.has(start));
    if (over !== undefined) found.push({ pointer, by: later.get(over) as string });
    if (steps.length > 0) later.set(starts[starts.length - 1], pointer);
  }
  return found;
}

/** The reason why no survey of a campaign can have a value at a place; undefined if it can. */
function pointerFault(steps: readonly string[] | undefined, survey: unknown): string | undefined {
  if (steps === undefined) return 'such as /legs/0/position';
  if (steps[0] === 'epochs') return 'other than epochs, which surveys of a campaign do not have';
  return whereLost(survey, steps);
}
