import type { ReadonlySignal } from '@preact/signals';
import type { Cloud } from '../clouds/cloud.js';
import { namesOfClasses, namesOfSources } from '../clouds/cloud-names.js';
import { sumOfTallies } from '../clouds/tally.js';
import { columnFor } from './cloud-column.js';
import type { LegendSource } from './legend-entries.js';
import type { Look } from './look.js';
import { mergeColumns } from './merge-columns.js';

interface Shown {
  readonly look: Look;
  readonly clouds: { readonly visible: ReadonlySignal<readonly Cloud[]> };
}

/** The source of the legend: all clouds that are shown, together. */
export function legendSource({ look, clouds }: Shown): LegendSource {
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
