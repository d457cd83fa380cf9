import type { LabelsFile } from '../../io/opened/read-labels.js';
import { formatCount, formatTable } from './format.js';

/** Maximum number of names of a kind in the text; there may be thousands. */
const NAMES_LISTED = 30;

/**
 * The end of an object's name after that of its part: `street/car_001`, `oak#12` of a part that is
 * placed often, `hall (2)`.
 */
const AFTER_PART = /\/.*$|#\d+$| \(\d+\)$/s;

/** Number of objects by the part of the scene. */
function objectsByPart({ instances }: LabelsFile): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of Object.values(instances)) {
    const part = name.replace(AFTER_PART, '');
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

/** The names of labels in the file `path` as text. */
export function describeLabels(path: string, labels: LabelsFile): string[] {
  const { instances, materials, semantics, classes } = labels;
  const parts = [...objectsByPart(labels)];
  return [
    ...formatTable([
      ['file', `${path}, names of labels`],
      ['objects', formatCount(Object.keys(instances).length)],
    ]),
    ...section(
      'objects by part',
      parts.map(([part, count]) => [part, formatCount(count)]),
    ),
    ...section(
      'classes',
      Object.entries(classes).map(([id, name]) => [id, name]),
    ),
    ...section('semantic classes', Object.entries(semantics)),
    ...section('materials', Object.entries(materials)),
  ];
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const lines = formatTable(rows.slice(0, NAMES_LISTED)).map((line) => `  ${line}`);
  const rest = rows.length - lines.length;
  return [title, ...lines, ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : [])];
}

/** The same as JSON, without the names of objects, which are in the file. */
export const labelsSummary = (path: string, labels: LabelsFile): object => ({
  kind: 'labels',
  path,
  objects: Object.keys(labels.instances).length,
  parts: Object.fromEntries(objectsByPart(labels)),
  classes: labels.classes,
  semantics: labels.semantics,
  materials: labels.materials,
});
