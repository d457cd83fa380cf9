import { attributesOf } from '../../cloud/point-fields.js';

/** Names of the columns of every CSV file with all fields. */
const ALL_NAMES: readonly string[] = attributesOf({}).map(({ name }) => name);

/**
 * Whether colours in a CSV file with columns of these `names` have 16 bits a channel, as in files of subray with every
 * field of clouds. In others they have 8, as in those of other programs, from which a file of a few fields cannot be
 * distinguished.
 */
export const hasDeepColours = (names: readonly string[]): boolean => ALL_NAMES.every((name) => names.includes(name));
