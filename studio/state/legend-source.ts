import type { Cloud } from './clouds.js';
import type { LegendSource } from './legend-entries.js';
import type { Studio } from './studio.js';

/** What the legend of a cloud is made from. */
export const legendSource = ({ scene, survey, look }: Studio, { tally, column }: Cloud): LegendSource => ({
  tally,
  names: { classes: scene.value?.view.names.classes ?? {} },
  legs: survey.value?.legs.map(({ name }) => name) ?? [],
  ...(column?.column && { column: column.column }),
  isSafe: look.isSafe.value,
});
