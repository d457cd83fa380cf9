import type { CataloguedMaterial } from '../file/resolve-material.js';

/** A word to look for. */
interface Entry {
  pattern: RegExp;
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
    entriesOf(materials).find(({ pattern }) => pattern.test(name))?.material
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
  const words = materials.flatMap((material) => material.words.map((word) => ({ word, material })));
  const entries = words
    .sort((a, b) => stemOf(b.word).length - stemOf(a.word).length)
    .map(({ word, material }) => ({ pattern: patternOf(word), material }));
  known.set(materials, entries);
  return entries;
}

const stemOf = (word: string): string => word.replace('*', '');

/** Finds `word` between other than letters; with `*` at its end any letters may follow. */
function patternOf(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${stemOf(word)}${word.endsWith('*') ? '' : '(?!\\p{L})'}`, 'u');
}
