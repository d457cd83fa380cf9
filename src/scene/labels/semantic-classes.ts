import { type SourcePlace, UserError } from '../../base/errors.js';

/**
 * Names of semantic classes with a fixed number, the same in every scene: `tree` is 20 in a forest and in a street. The
 * first 256 numbers are reserved for this table.
 */
export const SEMANTIC_CLASSES: Readonly<Record<string, number>> = Object.freeze({
  none: 0,
  // ground
  terrain: 1,
  stone: 2,
  garden: 3,
  'tree pit': 4,
  carriageway: 10,
  'road marking': 11,
  kerb: 12,
  pavement: 13,
  // plants
  tree: 20,
  trunk: 21,
  foliage: 22,
  bush: 23,
  hedge: 24,
  grass: 25,
  'dead wood': 26,
  plant: 27,
  branch: 28,
  // buildings
  house: 40,
  wall: 41,
  floor: 42,
  ceiling: 43,
  window: 44,
  door: 45,
  glass: 46,
  roof: 47,
  balcony: 48,
  // lines
  wire: 60,
  pole: 61,
  insulator: 62,
  'street lamp': 63,
  'traffic sign': 64,
  'traffic light': 65,
  // movable
  car: 80,
  van: 81,
  lorry: 82,
  bus: 83,
  bicycle: 84,
  wheel: 85,
  motorcycle: 86,
  trailer: 87,
  person: 90,
  rider: 91,
  motorcyclist: 92,
  animal: 93,
  // street furniture
  bench: 100,
  bin: 101,
  bollard: 102,
  fence: 103,
  'traffic cone': 104,
  barrier: 105,
  // furniture
  table: 120,
  chair: 121,
  sofa: 122,
  desk: 123,
  bookshelf: 124,
  book: 125,
  rug: 126,
  screen: 127,
  cup: 128,
  bowl: 129,
  'plant pot': 130,
  'curtain rod': 131,
  curtain: 132,
  picture: 133,
  radiator: 134,
  'floor lamp': 135,
  'ceiling lamp': 136,
  box: 137,
});

/** Names of surfaces that are parts of things with other names. */
export const PARTS_OF_THINGS: ReadonlySet<string> = new Set([
  ...['trunk', 'foliage', 'branch', 'wheel', 'rider', 'motorcyclist'],
  ...['wall', 'window', 'door', 'glass', 'roof', 'balcony'],
]);

/** Names of things that are longer than wide and drive that way. */
export const VEHICLES: ReadonlySet<string> = new Set([
  ...['car', 'van', 'lorry', 'bus', 'trailer', 'bicycle', 'motorcycle'],
]);

/** Names of beings that may be wider than long. */
export const PERSONS: ReadonlySet<string> = new Set(['person', 'animal']);

/** The first number for names without a fixed one. */
const FIRST_FREE = 256;
/** Semantic classes are 16-bit numbers. */
export const SEMANTIC_MAX = 65_535;

/** A name that a scene uses, and its place. */
export interface SemanticMention {
  name: string;
  place?: SourcePlace;
}

/**
 * Returns the numbers of the names in a scene, including `none`: the scene's own (`own`), or else that of the table, or
 * else the next free one from 256 on in alphabetical order, so that the order of rules does not matter. Throws
 * UserError if two names would have the same number, and if there are more names than numbers.
 *
 * @example
 * ```ts
 * numberSemantics([{ name: 'tree' }, { name: 'mast' }, { name: 'crane' }]).get('crane'); // 256
 * ```
 */
export function numberSemantics(
  mentions: readonly SemanticMention[],
  own: Readonly<Record<string, number>> = {},
): Map<string, number> {
  const places = new Map(mentions.map(({ name, place }) => [name, place]));
  const names = [...new Set(['none', ...places.keys()])].sort();
  const numbers = new Map<string, number>();
  const taken = new Map(Object.entries(own).map(([name, number]) => [number, name]));
  for (const name of names) {
    const number = numberOf(own, name) ?? numberOf(SEMANTIC_CLASSES, name);
    if (number === undefined) continue;
    const other = taken.get(number) ?? name;
    if (other !== name) throw twice(number, name, other, places.get(name));
    taken.set(number, name);
    numbers.set(name, number);
  }
  let free = FIRST_FREE;
  for (const name of names) {
    if (numbers.has(name)) continue;
    while (taken.has(free)) free++;
    if (free > SEMANTIC_MAX)
      throw new UserError(`more semantic classes than there are numbers, ${SEMANTIC_MAX}`, { place: places.get(name) });
    numbers.set(name, free++);
  }
  return numbers;
}

const numberOf = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function twice(number: number, name: string, other: string, place: SourcePlace | undefined): UserError {
  return new UserError(`semantic class ${number} is both "${name}" and "${other}"`, {
    place,
    hint: `give "${other}" another number in scene.semantics; docs/labels.md lists those that names have by themselves`,
  });
}

/** Names by number, as in NAME.labels.json. */
export const namesOfSemantics = (numbers: ReadonlyMap<string, number>): Record<number, string> =>
  Object.fromEntries([...numbers].map(([name, number]) => [number, name]));
