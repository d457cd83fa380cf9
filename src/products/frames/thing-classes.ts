import type { ClassTable, DataClass } from '../../io/data-sets/data-set.js';
import { PART_OF_OBJECT } from '../../io/data-sets/street-classes.js';

const THINGS = [
  ...['car', 'van', 'lorry', 'bus', 'trailer', 'motorcycle', 'bicycle', 'person', 'animal', 'traffic cone', 'barrier'],
];
/** Names of those who make a rider of what they sit on. */
const RIDERS = ['rider', 'motorcyclist'];

/** Things that move, or are moved, are objects of frames that are clouds; their classes are semantic names. */
export const THING_CLASSES: ClassTable = {
  unlabelled: { name: 'none', id: 0 },
  classes: [...THINGS, ...RIDERS].map(
    (name, k): DataClass => ({ name, id: k + 1, isObject: true, ...(RIDERS.includes(name) && { prevails: true }) }),
  ),
  names: { ...Object.fromEntries([...THINGS, ...RIDERS].map((name) => [name, name])), wheel: PART_OF_OBJECT },
  others: 'objects',
  leavesOut: true,
};
