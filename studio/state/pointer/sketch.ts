import type { Point } from '../../document/edits/index.js';

/** What is being drawn on the ground: its points so far, in the world. */
export interface Sketch {
  kind: 'path' | 'area';
  points: readonly Point[];
}
