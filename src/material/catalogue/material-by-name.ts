import type { CataloguedMaterial } from '../file/resolve-material.js';

/** A word to look for, without the `*` at its end. */
interface Entry {
  stem: string;
  /** Whether letters may follow. */
  open: boolean;
  material: CataloguedMaterial;
}

/** What was made of lists of materials, so that many names can be looked up in one. */
const known = new WeakMap<readonly CataloguedMaterial[], readonly Entry[]>();

/**
 * The one of `materials` that a surface's name means: the one of that id, else the one whose longest word stands in the name;
 * of words of the same length that of the material listed first. Undefined where no word of it is known. Words stand between
 * other than letters, or where a capital follows a small letter: "oldAsphalt", "asphalt_02" and "Asphalt.003" have "asphalt".
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

/** Small letters and digits, parted by `_` where anything else stands or a capital begins a word. */
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

/** Whether the word stands in `name` between other than letters. A pattern for each word would take as long to compile as a thousand names take. */
function hasWord(name: string, { stem, open }: Entry): boolean {
  for (let at = name.indexOf(stem); at >= 0; at = name.indexOf(stem, at + 1)) {
    const isBegun = ENDS_IN_LETTER.test(name.slice(0, at));
    if (!isBegun && (open || !BEGINS_WITH_LETTER.test(name.slice(at + stem.length)))) return true;
  }
  return false;
}
