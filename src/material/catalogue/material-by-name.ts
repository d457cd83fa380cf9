import type { CataloguedMaterial } from '../file/resolve-material.js';

/** A word to search for, without the `*` at its end. */
interface Entry {
  stem: string;
  /** Whether letters may follow. */
  open: boolean;
  material: CataloguedMaterial;
}

/** Entries made from lists of materials, so that many names can be looked up in one list. */
const known = new WeakMap<readonly CataloguedMaterial[], readonly Entry[]>();

/**
 * The one of `materials` that a surface's name selects: the one with that id, or else the one with the longest word in
 * the name; for words of the same length, the material listed first. Returns undefined if the name contains no known
 * word. Words are separated by anything but letters, and by a capital after a small letter: "oldAsphalt", "asphalt_02"
 * and "Asphalt.003" contain "asphalt".
 *
 * @example
 * ```ts
 * materialByName('oldAsphalt', shippedMaterials())?.id; // 'asphalt'
 * ```
 */
export function materialByName(
  surfaceName: string,
  materials: readonly CataloguedMaterial[],
): CataloguedMaterial | undefined {
  const name = plainName(surfaceName);
  const bare = name.replace(/_?\d*$/, '');
  return (
    materials.find(({ id }) => plainName(id) === name || plainName(id) === bare) ??
    entriesOf(materials).find((entry) => hasWord(name, entry))?.material
  );
}

/** Small letters and digits, separated by `_` at any other character and where a capital begins a word. */
function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '_');
}

/** The words of all materials, longest first. */
function entriesOf(materials: readonly CataloguedMaterial[]): readonly Entry[] {
  const made = known.get(materials);
  if (made) return made;
  const entries = materials
    .flatMap((material) => material.words.map((word) => entryOf(word, material)))
    .sort((a, b) => b.stem.length - a.stem.length);
  known.set(materials, entries);
  return entries;
}

const entryOf = (word: string, material: CataloguedMaterial): Entry => ({
  stem: word.replace('*', ''),
  open: word.endsWith('*'),
  material,
});

const ENDS_IN_LETTER = /\p{L}$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;

/**
 * Whether `name` contains the word between characters other than letters. Compiling a pattern for each word would take
 * as long as looking up a thousand names.
 */
function hasWord(name: string, { stem, open }: Entry): boolean {
  for (let at = name.indexOf(stem); at >= 0; at = name.indexOf(stem, at + 1)) {
    const isBegun = ENDS_IN_LETTER.test(name.slice(0, at));
    if (!isBegun && (open || !BEGINS_WITH_LETTER.test(name.slice(at + stem.length)))) return true;
  }
  return false;
}
