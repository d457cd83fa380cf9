import { invariant } from '../../base/errors.js';
import { didYouMean, faultAt } from '../../base/yaml/check-document.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import type { ClassTable, DataClass } from '../../io/data-sets/data-set.js';
import { noting, pathIn, type Reading } from '../../survey/resolve/reading.js';

/** The survey's own classes of semantic names. */
export type ClassMap = Readonly<Record<string, DataClass>>;

/**
 * The classes of a data set that the YAML file `path`, relative to the survey, gives to semantic names: a map from them
 * to names or numbers of classes. Notes a file that cannot be read at `at`, and each faulty entry at its own line.
 */
export async function resolveClassMap(
  reading: Reading,
  path: string,
  at: readonly string[],
  table: ClassTable,
): Promise<ClassMap> {
  const document = await noting(reading, at, async () => {
    const { readYamlFile } = await import('../../base/yaml/yaml-document.js');
    return readYamlFile(reading.files, pathIn(reading, path), path);
  });
  if (document === undefined) return {};
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reading.faults.push(faultAt(document, [], 'a map from semantic names to classes, such as { car: car }'));
    return {};
  }
  return readEntries(reading, document, value as Record<string, unknown>, table);
}

function readEntries(
  reading: Reading,
  document: SourceDocument,
  entries: Readonly<Record<string, unknown>>,
  table: ClassTable,
): ClassMap {
  const known = [table.unlabelled, ...table.classes];
  const map: Record<string, DataClass> = {};
  for (const [semantic, wanted] of Object.entries(entries)) {
    const found =
      known.find(({ name, id }) => name === wanted || id === wanted) ?? newClass(semantic, wanted, table, known);
    if (found === undefined) {
      reading.faults.push(faultAt(document, [semantic], expectedClass(wanted, table)));
      continue;
    }
    if (!known.includes(found)) known.push(found);
    Object.defineProperty(map, semantic, { value: found, enumerable: true });
  }
  return map;
}

/** Greatest number of a class that is not in a table. */
const ID_MAX = 65_535;

/** A class that is not in the table; undefined if it has no room for it. */
function newClass(
  semantic: string,
  wanted: unknown,
  { others }: ClassTable,
  known: readonly DataClass[],
): DataClass | undefined {
  if (others === undefined) return undefined;
  const kind = others === 'objects' ? ({ isObject: true } as const) : {};
  if (typeof wanted === 'string' && /^\S+$/.test(wanted))
    return { name: wanted, id: Math.max(...known.map(({ id }) => id)) + 1, ...kind };
  const isNumber = others === 'stuff' && typeof wanted === 'number';
  if (isNumber && Number.isInteger(wanted) && wanted >= 0 && wanted <= ID_MAX) return { name: semantic, id: wanted };
  return undefined;
}

function expectedClass(wanted: unknown, { classes, others }: ClassTable): string {
  invariant(classes.length > 0, 'a data set has classes');
  if (others === 'objects') return 'the name of a class, without spaces';
  if (others === 'stuff') return `the name of a class, without spaces, or its number from 0 to ${ID_MAX}`;
  const names = classes.map(({ name }) => name);
  const all = classes.map(({ name, id }) => `${name} (${id})`).join(', ');
  return `a class of the data set: ${all}${typeof wanted === 'string' ? didYouMean(wanted, names) : ''}`;
}
