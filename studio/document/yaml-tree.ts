/**
 * The values of a YAML text and where they stand. Places are relative to what holds them, so that a change of
 * the text moves what comes after it in each collection around it, and nothing else: a node that is not
 * touched stays the same object.
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

/** What YAML allows but surveys do not have: its value is known, but not its parts. */
export interface OddNode extends Place {
  readonly kind: 'odd';
  readonly value: unknown;
}

export interface CollectionNode extends Place {
  readonly kind: 'map' | 'list';
  /** Whether it stands in brackets. */
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
  /** Whether a part can be parsed by itself: there are no faults, anchors, aliases, tags or directives. */
  readonly divisible: boolean;
}

export const isCollection = (node: TextNode | undefined): node is CollectionNode =>
  node?.kind === 'map' || node?.kind === 'list';

/** Where an entry ends, from its start: behind its value, or what stands in place of one. */
export const entryLength = ({ keyFrom, keyLength, mark = 0, value }: Entry): number =>
  Math.max(keyFrom + keyLength, mark, value.from + value.length);

/** The number of the entry with a key, or at a place in a list; -1: there is none. */
export function indexOf(node: CollectionNode, segment: string | number): number {
  if (node.kind === 'map') return node.entries.findIndex(({ key }) => key === String(segment));
  const index = typeof segment === 'number' ? segment : -1;
  return index >= 0 && index < node.entries.length ? index : -1;
}
