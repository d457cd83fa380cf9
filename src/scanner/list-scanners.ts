import { SCANNER_LISTINGS } from './listings.generated.js';
import type { ScannerListing } from './scanner-listing.js';

/**
 * Lists the scanners of the catalogue, in order of their ids.
 *
 * @example
 * ```ts
 * for (const { id, name } of listScanners()) console.log(id, name);
 * ```
 */
export const listScanners = (): ScannerListing[] => JSON.parse(SCANNER_LISTINGS);
