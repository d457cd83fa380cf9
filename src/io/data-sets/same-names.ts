/** Semantic names that people use for those of the table of semantic classes. */
const SAME: Readonly<Record<string, string>> = Object.freeze({
  automobile: 'car',
  truck: 'lorry',
  bike: 'bicycle',
  motorbike: 'motorcycle',
  caravan: 'trailer',
  pedestrian: 'person',
  bicyclist: 'rider',
  cyclist: 'rider',
  ...{ cat: 'animal', cow: 'animal', deer: 'animal', dog: 'animal', horse: 'animal', sheep: 'animal' },
  road: 'carriageway',
  sidewalk: 'pavement',
  curb: 'kerb',
  'lane marking': 'road marking',
  building: 'house',
  vegetation: 'tree',
  'street light': 'street lamp',
  cone: 'traffic cone',
  'jersey barrier': 'barrier',
});

/**
 * What a semantic name is called in tables: itself, the same in lower case and with spaces for hyphens and underscores,
 * and the name of subray's table that means the same.
 */
export function wordsFor(name: string): string[] {
  const plain = name.toLowerCase().replace(/[-_]+/g, ' ');
  return [name, plain, Object.hasOwn(SAME, plain) ? SAME[plain] : plain];
}

/** The entry of a semantic name in a table by such names, under the first of its words; undefined without one. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  const key = wordsFor(name).find((each) => Object.hasOwn(table, each));
  return key === undefined ? undefined : table[key];
}
