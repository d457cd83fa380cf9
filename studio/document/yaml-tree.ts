/**
 * The values of a YAML text and their places. A place is relative to the collection around it, so that a change moves
 * only what follows it in the collections that hold it: an untouched node stays the same object.
 */

/** A way from the root to a value: keys and positions in lists. */
export type Path = readonly (string | number)[];

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

interface Place {
  /** Offset from the start of the entry that holds the node; of the root, from the start of the text. */
  readonly from: number;
  readonly length: number;
  /** Name of its anchor, without &. */
  readonly anchor?: string;
}

/** A single value; empty, it has no length and is null. */
export interface ScalarNode extends Place {
  readonly kind: 'scalar';
  readonly value: unknown;
  readonly style: ScalarStyle;
}

export interface AliasNode extends Place {
  readonly kind: 'alias';
  readonly name: string;
  /** The node that it repeats; absent: there is none above it. */
  readonly target?: TextNode;
}

/** A construct of YAML that surveys do not have: its value is known, but not its parts. */
export interface OddNode extends Place {
  readonly kind: 'odd';
  readonly value: unknown;
}

export interface CollectionNode extends Place {
  readonly kind: 'map' | 'list';
  /** True if it stands in brackets. */
  readonly flow: boolean;
  readonly entries: readonly Entry[];
  /** Offset of a comma behind the last entry, from the start of the collection. */
  readonly trailingComma?: number;
}

export type TextNode = ScalarNode | AliasNode | OddNode | CollectionNode;

/** An item of a list, or a key with its value. */
export interface Entry {
  /** Offset of its dash, key or value, whichever comes first, from the start of the collection. */
  readonly at: number;
  /** Of a map. */
  readonly key?: string;
  /** Its key as it is written, from `at`. */
  readonly keyFrom: number;
  readonly keyLength: number;
  /** Offset behind its colon or dash, from `at`; absent: it has none. */
  readonly mark?: number;
  /** Offset of the comma before it, from the start of the collection. */
  readonly comma?: number;
  readonly value: TextNode;
}

/** A fault of the text's syntax. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

export interface YamlTree {
  /** Absent: the text holds no value. */
  readonly root?: TextNode;
  readonly faults: readonly SyntaxFault[];
  /** True if a part can be parsed by itself: without faults, anchors, aliases, tags and directives. */
  readonly divisible: boolean;
}

export const isCollection = (node: TextNode | undefined): node is CollectionNode =>
  node?.kind === 'map' || node?.kind === 'list';

/** End of an entry, from its start: behind its value, or behind the text in place of one. */
export const entryLength = ({ keyFrom, keyLength, mark = 0, value }: Entry): number =>
  Math.max(keyFrom + keyLength, mark, value.from + value.length);

/** The number of the entry with a key, or at a place in a list; -1: there is none. */
export function indexOf(node: CollectionNode, segment: string | number): number {
  if (node.kind === 'map') return node.entries.findIndex(({ key }) => key === String(segment));
  const index = typeof segment === 'number' ? segment : -1;
  return index >= 0 && index < node.entries.length ? index : -1;
}
