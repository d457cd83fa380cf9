import { SCANNER_LISTINGS } from './listings.generated.js';
import type { ScannerListing } from './scanner-listing.js';

/** What the catalogue holds, by id; the build has made the list. */
export const listScanners = (): ScannerListing[] => JSON.parse(SCANNER_LISTINGS);
