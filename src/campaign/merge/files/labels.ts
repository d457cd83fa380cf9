import type { DataSet } from '../data-set.js';
import { jsonText, type MergeKind } from '../merge-file.js';

/** `labels.json`: the numbers of semantic classes and of LAS classes, the same in all clouds. */
export const LABELS: MergeKind = {
  *files(dataSet) {
    yield {
      path: 'labels.json',
      mediaType: 'application/json',
      describe: 'Names of semantic classes and of LAS classes by number, valid for all clouds',
      content: () => [
        jsonText({
          semantics: Object.fromEntries(semanticNames(dataSet)),
          classes: Object.fromEntries(dataSet.look.classes),
        }),
      ],
    };
  },
};

/**
 * Names of semantic classes by number, in this order: of the plan, and of the files of labels; or those of a data set.
 */
export function semanticNames({ facts, look }: Pick<DataSet, 'facts' | 'look'>): Map<number, string> {
  if (look.inDataSet) return new Map(look.semantics);
  const planned = Object.entries(facts.semantics).map(([name, number]) => [number, name] as const);
  return new Map([[0, 'none'] as const, ...planned, ...look.semantics].sort(([a], [b]) => a - b));
}
