import type { PartPlacement } from '../scene-description.js';

/** Maximum number of placements of all parts of a scene together: each takes about half a kilobyte in memory. */
export const PLACEMENTS_MAX = 2_000_000;

/** Number of placements as described: an upper bound if they are scattered; 0 for a table, which must be read first. */
export function countPlacements(placement: PartPlacement): number {
  switch (placement.kind) {
    case 'once':
      return 1;
    case 'list':
      return placement.transforms.length;
    case 'scatter':
      return placement.count;
    case 'csv':
      return 0;
  }
}
