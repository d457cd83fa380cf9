import { columnFor } from './cloud-column.js';
import type { Cloud } from './clouds.js';
import type { LegendSource } from './legend-entries.js';
import type { Studio } from './studio.js';

/** What the legend of a cloud is made from. */
export function legendSource({ scene, survey, look }: Studio, cloud: Cloud): LegendSource {
  const column = columnFor(cloud, look.mode.value);
  return {
    tally: cloud.tally,
    names: { classes: scene.value?.view.names.classes ?? {} },
    legs: survey.value?.legs.map(({ name }) => name) ?? [],
    ...(column && { column }),
    isSafe: look.isSafe.value,
  };
}
