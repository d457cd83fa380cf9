/*
 * Pages of an E57 file (ASTM E2807-11, clause 7): 1024 bytes, the last four of which are the CRC-32C of the others, most
 * significant byte first. Offsets in the file count them ("physical"), lengths do not ("logical").
 */

export const PAGE_BYTES = 1024;
export const PAGE_CONTENT = 1020;

/** The place in the file of the byte that is number `logical` of the contents of all pages. */
export const physicalOf = (logical: number): number =>
  logical + (PAGE_BYTES - PAGE_CONTENT) * Math.floor(logical / PAGE_CONTENT);

/** The number among the contents of all pages of the byte at `physical` of the file; undefined if it is one of a sum, or none. */
export function logicalOf(physical: number): number | undefined {
  if (!(physical >= 0)) return undefined;
  const within = physical % PAGE_BYTES;
  return within < PAGE_CONTENT ? Math.floor(physical / PAGE_BYTES) * PAGE_CONTENT + within : undefined;
}
