import type { Point } from '../../document/edits/index.js';

/** An unfinished drawing on the ground: its points so far, in the world. */
export interface Sketch {
  kind: 'path' | 'area';
  points: readonly Point[];
}
