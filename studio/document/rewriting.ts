import type { Found } from './find-node.js';
import type { Patch } from './patch.js';
import type { Source } from './source.js';
import type { Path } from './yaml-tree.js';

/** A text while patches are applied to it, one edit after the other. */
export interface Rewriting {
  /** The text as it is now. */
  readonly source: Source;
  /** The value at a path as it is now, or the deepest on the way; undefined for a text without any. */
  find(path: Path): Found | undefined;
  apply(patches: readonly Patch[]): void;
}
