import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  type CollectionNode,
  type Entry,
  entryLength,
  type ScalarStyle,
  type SyntaxFault,
  type TextNode,
  type YamlTree,
} from './yaml-tree.js';

/** The tree of a text, with all faults of its syntax; what is sound beside them is in it. */
export function buildTree(text: string): YamlTree {
  try {
    return composed(text);
  } catch (error) {
    // Brackets nested deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
    return { faults: [{ offset: 0, message: 'found too many nested brackets' }], divisible: false };
  }
}

function composed(text: string): YamlTree {
  const options = { keepSourceTokens: true, uniqueKeys: false, resolveKnownTags: false, logLevel: 'error' } as const;
  const documents = [
    ...new Composer(options).compose(new Parser().parse(text), true, text.length),
  ] as Document.Parsed[];
  const [first, second] = documents;
  const faults = documents.flatMap(faultsOf);
  if (second) faults.push({ offset: second.range[0], message: 'a second document starts here (---), expected one' });
  const building = new Building(text);
  const root = first.contents ? building.node(first.contents, 0) : undefined;
  const { yaml, tags, docStart } = first.directives ?? {};
  const directed = yaml?.explicit === true || Object.keys(tags ?? {}).length > 1 || docStart === true;
  const hasValue = root !== undefined && !(root.kind === 'scalar' && root.length === 0);
  return {
    root: hasValue ? root : undefined,
    faults,
    divisible: faults.length === 0 && !building.referring && !directed,
  };
}

const faultsOf = ({ errors, warnings }: Document.Parsed): SyntaxFault[] =>
  [...errors, ...warnings].map(({ pos, message }) => ({ offset: pos[0], message: message.split('\n')[0] }));

const STYLES: Record<string, ScalarStyle> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Tokens of the source around a value: yaml's own types leave most of them open. */
interface SourceItem {
  start?: CST.SourceToken[];
  key?: unknown;
  sep?: CST.SourceToken[];
  value?: unknown;
}

/** Tokens before a key or value that are a part of it. */
const PARTS = ['seq-item-ind', 'explicit-key-ind', 'anchor', 'tag'];

class Building {
  /** True if there are anchors, aliases or tags. */
  referring = false;
  private readonly anchors = new Map<string, TextNode>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The node, in an entry that starts at the offset `owner`. */
  node(source: Node, owner: number): TextNode {
    const node = this.bare(source, owner);
    const anchor = isAlias(source) ? undefined : (source as Scalar).anchor;
    if (anchor === undefined && !isAlias(source) && source.tag === undefined) return node;
    this.referring = true;
    if (anchor === undefined) return node;
    const anchored = { ...node, anchor };
    this.anchors.set(anchor, anchored);
    return anchored;
  }

  private bare(source: Node, owner: number): TextNode {
    const [start, end] = source.range ?? [owner, owner];
    const place = { from: start - owner, length: end - start };
    if (isAlias(source))
      return { kind: 'alias', ...place, name: source.source, target: this.anchors.get(source.source) };
    if (isScalar(source)) return this.scalar(source, owner);
    const collection = isMap(source) || isSeq(source) ? this.collection(source, owner) : undefined;
    return collection ?? { kind: 'odd', ...place, value: source.toJSON() };
  }

  private scalar(source: Scalar, owner: number): TextNode {
    const [start, end] = source.range!;
    // An empty value stands directly behind its colon or dash.
    const gap = start === end ? /[ \t]*$/.exec(this.text.slice(owner, start))![0].length : 0;
    const style = STYLES[source.type ?? ''] ?? 'plain';
    // A block scalar ends with its last line, not behind the line break.
    const blank = style === 'literal' || style === 'folded' ? /\s*$/.exec(this.text.slice(start, end))![0].length : 0;
    return { kind: 'scalar', from: start - gap - owner, length: end - start - blank, value: source.value, style };
  }

  /** Undefined: it has keys or items whose source is not known. */
  private collection(source: YAMLMap | YAMLSeq, owner: number): CollectionNode | undefined {
    const token = source.srcToken as { type: string; items: SourceItem[] } | undefined;
    if (!token) return undefined;
    const items = token.items.filter(hasContent);
    if (items.length !== source.items.length) return undefined;
    const flow = token.type === 'flow-collection';
    const from =
      flow || items.length === 0 ? source.range![0] : Math.min(source.range![0], startOf(items[0], source.range![0]));
    const entries: Entry[] = [];
    for (const [k, item] of items.entries()) {
      const entry = isMap(source)
        ? this.pair(source.items[k], item, from)
        : this.item(source.items[k] as Node, item, from);
      if (!entry) return undefined;
      entries.push(entry);
    }
    const last = entries.at(-1);
    const length = flow || !last ? source.range![1] - from : last.at + entryLength(last);
    const behind = token.items.at(-1)!;
    const trailingComma = flow && last && !hasContent(behind) ? commaOf(behind, from) : undefined;
    return { kind: isMap(source) ? 'map' : 'list', from: from - owner, length, flow, entries, trailingComma };
  }

  private pair(pair: Pair, item: SourceItem, base: number): Entry | undefined {
    const { key } = pair;
    const simple = isScalar(key) && key.range && ['string', 'number', 'boolean'].includes(typeof key.value);
    if (!simple || item.start?.some(({ type }) => type === 'explicit-key-ind')) return undefined;
    // An anchor or tag of a key.
    if (key.anchor !== undefined || key.tag !== undefined) this.referring = true;
    const at = startOf(item, key.range![0]);
    const colon = item.sep?.find(({ type }) => type === 'map-value-ind');
    return {
      at: at - base,
      key: String(key.value),
      keyFrom: key.range![0] - at,
      keyLength: key.range![1] - key.range![0],
      mark: colon && colon.offset + 1 - at,
      comma: commaOf(item, base),
      value: pair.value ? this.node(pair.value as Node, at) : emptyAt((colon ? colon.offset + 1 : key.range![1]) - at),
    };
  }

  private item(node: Node, item: SourceItem, base: number): Entry | undefined {
    if (!node?.range) return undefined;
    const dash = item.start?.find(({ type }) => type === 'seq-item-ind');
    const at = dash?.offset ?? startOf(item, node.range[0]);
    const mark = dash && dash.offset + 1 - at;
    return { at: at - base, keyFrom: 0, keyLength: 0, mark, comma: commaOf(item, base), value: this.node(node, at) };
  }
}

const emptyAt = (from: number): TextNode => ({ kind: 'scalar', from, length: 0, value: null, style: 'plain' });

const hasContent = ({ start, key, sep, value }: SourceItem): boolean =>
  Boolean(key || sep || value) || start?.some(({ type }) => PARTS.includes(type)) === true;

const startOf = ({ start }: SourceItem, otherwise: number): number =>
  start?.find(({ type }) => PARTS.includes(type))?.offset ?? otherwise;

function commaOf({ start }: SourceItem, base: number): number | undefined {
  const comma = start?.find(({ type }) => type === 'comma');
  return comma && comma.offset - base;
}
