import type { Layout } from './write-value.js';
import type { YamlTree } from './yaml-tree.js';

/** A text with its tree and its habits: what patches are made from. */
export interface Source {
  readonly text: string;
  readonly tree: YamlTree;
  readonly layout: Layout;
}
