import { findPlatform, platformIds } from '../../platform/platform-catalogue.js';
import { listScanners } from '../../scanner/list-scanners.js';
import type { ScannerListing } from '../../scanner/scanner-listing.js';
import type { Operation } from '../operation.js';

export interface Catalogue {
  scanners: ScannerListing[];
  platforms: { id: string; name: string }[];
}

/** The scanners and platforms that surveys name by their ids. */
export const listCatalogue: Operation<Record<string, never>, Catalogue> = async () => ({
  scanners: listScanners(),
  platforms: platformIds().map((id) => ({ id, name: findPlatform(id)?.name ?? id })),
});
