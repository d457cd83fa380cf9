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
 * The entry of a semantic name in a table by such names: its own, or else that of the name of subray's table that means
 * the same, whatever its case and with hyphens or underscores for spaces; undefined without one.
 */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  const plain = name.toLowerCase().replace(/[-_]+/g, ' ');
  const key = [name, plain, Object.hasOwn(SAME, plain) ? SAME[plain] : plain].find((each) =>
    Object.hasOwn(table, each),
  );
  return key === undefined ? undefined : table[key];
}
