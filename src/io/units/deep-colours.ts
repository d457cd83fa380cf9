import { attributesOf } from '../../cloud/point-fields.js';

/** Names of the columns of every CSV file with all fields. */
const ALL_NAMES: readonly string[] = attributesOf({}).map(({ name }) => name);

/**
 * Whether colours in a CSV file with columns of these `names` have 16 bits a channel, as in files of subray with every
 * field of clouds. In others they are written with 8, as most programs expect in text, and read by their numbers.
 */
export const hasDeepColours = (names: readonly string[]): boolean => ALL_NAMES.every((name) => names.includes(name));
