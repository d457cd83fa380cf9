import type { LabelledGroup } from './labelled-group.js';

/** A pattern that fits some of a scene's names. */
export interface SuggestedPattern {
  /** The name of several groups, or `tree_*` for names that differ in their number. */
  match: string;
  on: 'object' | 'group' | 'material';
  /** Number of different names that it fits. */
  names: number;
}

/** Maximum number of suggestions for each kind of names. */
const PATTERNS_MAX = 100;

/** Patterns for the names of objects, groups and materials, in this order, those for many names first. */
export const suggestPatterns = (groups: readonly LabelledGroup[]): SuggestedPattern[] => [
  ...patternsOf('object', new Set(groups.flatMap(({ candidate }) => candidate.objects))),
  ...patternsOf('group', new Set(groups.map(({ candidate }) => candidate.group))),
  ...patternsOf('material', new Set(groups.map(({ candidate }) => candidate.material))),
];

/** A number at the end of a name. */
const NUMBER = /\d+$/;

function patternsOf(on: SuggestedPattern['on'], names: ReadonlySet<string>): SuggestedPattern[] {
  const stems = new Map<string, string[]>();
  for (const name of names) {
    if (name === '') continue;
    const stem = name.replace(NUMBER, '');
    stems.set(stem, [...(stems.get(stem) ?? []), name]);
  }
  return [...stems]
    .map(([stem, all]) => ({ match: all.length === 1 ? all[0] : `${stem}*`, on, names: all.length }))
    .sort((a, b) => b.names - a.names || (a.match < b.match ? -1 : 1))
    .slice(0, PATTERNS_MAX);
}
