import type { ValueColumn } from 'subray/browser';
import { isPlainMap } from '../document/plain-value.js';
import { SurveyText } from '../document/survey-text.js';

/** What several scanners were called when their survey ran, by their numbers in its cloud; of one, and of no survey, none. */
export function namesOfScanners(text: string | undefined): Record<number, string> {
  const scanners = text === undefined ? undefined : new SurveyText(text).valueAt(['scanners']);
  if (!Array.isArray(scanners) || scanners.length < 2) return {};
  return Object.fromEntries(scanners.flatMap((scanner, number) => nameOf(scanner).map((name) => [number, name])));
}

/** Its own name, or else its id; of none of both, nothing. */
function nameOf(entry: unknown): string[] {
  if (!isPlainMap(entry)) return [];
  const { name, scanner } = entry;
  const known = name ?? (isPlainMap(scanner) ? scanner.id : scanner);
  return typeof known === 'string' ? [known] : [];
}

/** Values of points, whose numbers have these names. */
export function withNames(column: ValueColumn, names: Readonly<Record<number, string>>): ValueColumn {
  if (column.kind !== 'categories') return column;
  const named = column.categories.map((category) => ({ ...category, name: category.name ?? names[category.number] }));
  return { ...column, categories: named };
}
