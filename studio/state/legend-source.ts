import { columnFor } from './cloud-column.js';
import { namesOfClasses, namesOfSources } from './cloud-names.js';
import type { LegendSource } from './legend-entries.js';
import { mergeColumns } from './merge-columns.js';
import type { Studio } from './studio.js';
import { sumOfTallies } from './tally.js';

/** What the legend is made from: all clouds that are shown, together. */
export function legendSource({ look, clouds }: Studio): LegendSource {
  const shown = clouds.visible.value.filter(({ points }) => points > 0);
  const columns = shown.flatMap((cloud) => columnFor(cloud, look.mode.value) ?? []);
  return {
    tally: sumOfTallies(shown.map(({ tally }) => tally)),
    classes: namesOfClasses(shown),
    sources: namesOfSources(shown),
    ...mergeColumns(columns),
    isSafe: look.isSafe.value,
  };
}
