import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLError,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import { type SourcePlace, UserError } from '../errors.js';
import type { Files } from '../files/files.js';
import { boundNesting } from './bound-nesting.js';
import { type Fault, quoteText, throwFaults } from './faults.js';
import { readText } from './read-text.js';
import type { SourceDocument, ValuePath } from './source-document.js';

/** Maximum number of values that aliases may repeat in one document; keeps a few lines from expanding to gigabytes. */
const ALIASED_VALUES_MAX = 10_000;
/** Deepest nesting of maps and lists; no schema here exceeds 10. */
const DEPTH_MAX = 64;
const TOO_DEEP = `found maps and lists nested more than ${DEPTH_MAX} deep`;

/**
 * Reads a YAML file with one document in UTF-8. Throws UserError for a file that cannot be read, is too large, is not
 * text, or is not well formed.
 */
export async function readYamlFile(files: Files, path: string, shownAs = path): Promise<SourceDocument> {
  return parseYaml(await readText(files, path, shownAs), shownAs);
}

/** The document in `text`; messages call the file `file`. Throws UserError with every fault of its syntax. */
export function parseYaml(text: string, file: string): SourceDocument {
  const lines = new LineCounter();
  const document = parseGuarded(text, file, lines);
  const at = (offset: number | undefined): SourcePlace => {
    if (offset === undefined) return { file };
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const index = new NodeIndex(document);
  throwFaults(syntaxFaults(document, index, text, at));
  return {
    file,
    value: plainValue(document, index, at),
    placeOf: (path) => at(locate(document, index, path).offset),
    placeOfKey: (path, key) => at(keyOffset(document, index, path, key)),
    writtenKey: (path, key) => keyNode(index, locate(document, index, path).node, key)?.value ?? key,
  };
}

/** As the library's `parseDocument`, with bounded nesting. */
function parseGuarded(text: string, file: string, lines: LineCounter): Document.Parsed {
  const refuse = (offset: number): never => {
    const { line, col } = lines.linePos(offset);
    throw new UserError(TOO_DEEP, { place: { file, line, column: col } });
  };
  const tokens = boundNesting(new Parser(lines.addNewLine).parse(text), DEPTH_MAX, refuse);
  const composer = new Composer({
    prettyErrors: false,
    resolveKnownTags: false,
    logLevel: 'error',
    // The library compares each key with all before it; NodeIndex finds repeated keys at once.
    uniqueKeys: false,
  });
  const [first, second] = orTooDeep(file, () => [...composer.compose(tokens, true, text.length)]);
  if (second) first.errors.push(new YAMLParseError(second.range.slice(0, 2) as [number, number], 'MULTIPLE_DOCS', ''));
  return first as Document.Parsed;
}

/** Runs `parse`; maps on one line (`a: b: c:`) make the library's parser call itself before their depth is known. */
function orTooDeep<Result>(file: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack'))
      throw new UserError(TOO_DEEP, { place: { file } });
    throw error;
  }
}

/** Codes of faults that leave the rest of the document readable; faults after any other are only its consequences. */
const CONTAINED_FAULTS: readonly string[] = ['MULTIPLE_DOCS', 'TAG_RESOLVE_FAILED'];

function syntaxFaults(
  { errors, warnings }: Document.Parsed,
  { repeatedKeys, reservedKeys }: NodeIndex,
  text: string,
  at: (offset: number) => SourcePlace,
): Fault[] {
  const all = [...errors, ...warnings];
  const broken = all.find(({ code }) => !CONTAINED_FAULTS.includes(code));
  if (broken) return [syntaxFault(broken, text, at)];
  const repeated = repeatedKeys.map((offset) => ({
    place: at(offset),
    message: `the key ${keyAt(text, offset)} occurs twice`,
  }));
  const reserved = reservedKeys.map((offset) => ({
    place: at(offset),
    message: '__proto__: unknown key, since JavaScript reserves it: choose another name',
  }));
  return [...all.map((error) => syntaxFault(error, text, at)), ...repeated, ...reserved];
}

function syntaxFault(error: YAMLError, text: string, at: (offset: number) => SourcePlace): Fault {
  const place = at(error.pos[0]);
  const source = text.slice(error.pos[0], error.pos[1]).trim();
  if (error.code === 'MULTIPLE_DOCS')
    return { place, message: 'a second document starts here (---), expected one a file' };
  if (error.code === 'TAG_RESOLVE_FAILED')
    return { place, message: `found the tag ${quoteText(source)}, expected plain values without tags` };
  return { place, message: `not well-formed YAML: ${error.message.split('\n')[0]}` };
}

const keyAt = (text: string, offset: number): string =>
  quoteText(/^[^:\r\n]*/.exec(text.slice(offset, offset + 100))?.[0].trim() ?? '');

/** Facts about nodes that are needed again and again, found in one walk through the document. */
class NodeIndex {
  /** Offsets of keys that occur a second time in their map. */
  readonly repeatedKeys: number[] = [];
  /** Offsets of keys below the top that a map of free names would lose. */
  readonly reservedKeys: number[] = [];
  private readonly targets = new Map<Alias, Node>();
  private readonly anchors = new Map<string, Node>();
  private readonly pairs = new Map<YAMLMap, Map<string, Pair>>();

  constructor(document: Document.Parsed) {
    this.walk(document.contents, 0);
  }

  /** The node that an alias repeats: the last one before it with that anchor. */
  targetOf(alias: Alias): Node | undefined {
    return this.targets.get(alias);
  }

  /** The first pair of a map with this key. */
  pairOf(map: YAMLMap, key: string): Pair | undefined {
    return this.pairs.get(map)?.get(key);
  }

  /** Deeper nesting is refused later. */
  private walk(node: unknown, depth: number): void {
    if (depth > DEPTH_MAX + 1) return;
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (target) this.targets.set(node, target);
      return;
    }
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined)
      this.anchors.set(node.anchor, node);
    if (isSeq(node)) for (const item of node.items) this.walk(item, depth + 1);
    if (isMap(node)) this.walkPairs(node, depth);
  }

  private walkPairs(map: YAMLMap, depth: number): void {
    const pairs = new Map<string, Pair>();
    this.pairs.set(map, pairs);
    for (const pair of map.items) {
      this.walk(pair.key, depth + 1);
      if (isScalar(pair.key)) {
        const key = String(pair.key.value);
        if (depth > 0 && key === '__proto__' && pair.key.range) this.reservedKeys.push(pair.key.range[0]);
        if (!pairs.has(key)) pairs.set(key, pair);
        else if (pair.key.range) this.repeatedKeys.push(pair.key.range[0]);
      }
      this.walk(pair.value, depth + 1);
    }
  }
}

/** The document's value with aliases expanded, within the limits above. */
function plainValue(document: Document.Parsed, index: NodeIndex, at: (offset?: number) => SourcePlace): unknown {
  let aliased = 0;
  const refuse = (node: Node, message: string): never => {
    throw new UserError(message, { place: at(node.range?.[0]) });
  };
  const convert = (node: unknown, depth: number, inAlias: boolean): unknown => {
    const known = node as Node | null;
    if (known === null) return null;
    if (depth > DEPTH_MAX) refuse(known, TOO_DEEP);
    if (inAlias && ++aliased > ALIASED_VALUES_MAX)
      refuse(known, `found aliases that repeat more than ${ALIASED_VALUES_MAX} values`);
    if (isAlias(known)) {
      const target = index.targetOf(known) ?? refuse(known, `found *${known.source}, but no &${known.source} above it`);
      return convert(target, depth + 1, true);
    }
    if (isSeq(known)) return known.items.map((item) => convert(item, depth + 1, inAlias));
    if (!isMap(known)) return scalarValue(known, refuse);
    const entries = known.items.map((pair) => [keyText(pair, known, refuse), convert(pair.value, depth + 1, inAlias)]);
    return Object.fromEntries(entries);
  };
  return convert(document.contents, 0, false);
}

function scalarValue(node: Node, refuse: (node: Node, message: string) => never): unknown {
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  return refuse(node, 'found a value of an unknown kind, expected text, a number, true, false, a list or a map');
}

function keyText(pair: Pair, map: YAMLMap, refuse: (node: Node, message: string) => never): string {
  if (isScalar(pair.key) && ['string', 'number', 'boolean'].includes(typeof pair.key.value))
    return String(pair.key.value);
  return refuse(map, 'found a key that is not plain text');
}

interface Located {
  node: Node | null;
  /** Offset of the deepest part of the path that exists. */
  offset: number | undefined;
}

function locate(document: Document.Parsed, index: NodeIndex, path: ValuePath): Located {
  let node = resolveAlias(index, document.contents);
  let offset = document.contents?.range?.[0];
  for (const segment of path) {
    const child = childOf(index, node, segment);
    if (child === undefined) return { node: null, offset };
    offset = child?.range?.[0] ?? offset;
    node = resolveAlias(index, child);
  }
  return { node, offset };
}

function resolveAlias(index: NodeIndex, node: Node | null): Node | null {
  return isAlias(node) ? (index.targetOf(node) ?? null) : node;
}

function childOf(index: NodeIndex, node: Node | null, segment: PropertyKey): Node | null | undefined {
  if (isSeq(node)) return node.items[Number(segment)] as Node | undefined;
  return isMap(node) ? (index.pairOf(node, String(segment))?.value as Node | null | undefined) : undefined;
}

function keyOffset(document: Document.Parsed, index: NodeIndex, path: ValuePath, key: string): number | undefined {
  const { node, offset } = locate(document, index, path);
  const found = keyNode(index, node, key);
  return found ? found.range?.[0] : offset;
}

function keyNode(index: NodeIndex, node: Node | null, key: string): Scalar | undefined {
  const found = isMap(node) ? index.pairOf(node, key)?.key : undefined;
  return isScalar(found) ? found : undefined;
}
