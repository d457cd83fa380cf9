import { EditRefused } from './edit-refused.js';
import type { Found } from './find-node.js';
import { insertEntry } from './insert-entry.js';
import { breakOf } from './lines.js';
import { equalValues, isPlainMap, plainValue } from './plain-value.js';
import { removeEntry } from './remove-entry.js';
import { replaceValue } from './replace-value.js';
import type { Rewriting } from './rewriting.js';
import { shownPath } from './shown-path.js';
import { writeLines } from './write-value.js';
import { type CollectionNode, indexOf, isCollection, type Path } from './yaml-tree.js';

/**
 * Sets a value part by part; equal parts keep their writing. `order`: the usual order of keys of the map at the end of
 * `path`. A new key goes to its place in it, or to the end.
 */
export function setAt(writing: Rewriting, path: Path, value: unknown, order: readonly string[] = []): void {
  const found = writing.find(path);
  if (!found) writing.apply([beginText(writing, nested(path, value))]);
  else if (found.rest.length > 0) create(writing, path, found, value, order);
  else if (!equalValues(plainValue(found.node), value)) change(writing, path, found, value);
}

/** Turns a value that exists into another one. */
function change(writing: Rewriting, path: Path, found: Found, value: unknown): void {
  const { node } = found;
  const isFull = isCollection(node) && node.entries.length > 0;
  if (isFull && node.kind === 'list' && Array.isArray(value) && value.length > 0) setItems(writing, path, found, value);
  else if (isFull && node.kind === 'map' && isPlainMap(value) && Object.keys(value).length > 0)
    setPairs(writing, path, found, value);
  else {
    refuseOdd(found, path);
    writing.apply(replaceValue(writing.source, found, value));
  }
}

/** Equal items at both ends stay. The items between are set one by one; those left over are removed or added. */
function setItems(writing: Rewriting, path: Path, found: Found, value: readonly unknown[]): void {
  const old = plainValue(found.node) as unknown[];
  const most = Math.min(old.length, value.length);
  let head = 0;
  while (head < most && equalValues(old[head], value[head])) head++;
  let tail = 0;
  while (tail < most - head && equalValues(old[old.length - 1 - tail], value[value.length - 1 - tail])) tail++;
  const both = most - tail;
  if (value.slice(head, both).some(isObject) || old.slice(head, both).some(isObject))
    for (let k = head; k < both; k++) setAt(writing, [...path, k], value[k]);
  else setScalars(writing, path, value, head, both);
  for (let k = both; k < value.length - tail; k++)
    writing.apply(insertEntry(writing.source, writing.find(path)!, k, { value: value[k] }));
  for (let k = old.length - tail - 1; k >= both; k--)
    writing.apply(removeEntry(writing.source, writing.find([...path, k])!));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The items from `head` up to `end`, such as those of a position, at once, from the last to the first. */
function setScalars(writing: Rewriting, path: Path, value: readonly unknown[], head: number, end: number): void {
  const { source } = writing;
  const patches = Array.from({ length: end - head }, (_, k) => {
    const found = writing.find([...path, head + k])!;
    return equalValues(plainValue(found.node), value[head + k]) ? [] : replaceValue(source, found, value[head + k]);
  });
  writing.apply(patches.reverse().flat());
}

function setPairs(writing: Rewriting, path: Path, found: Found, value: Readonly<Record<string, unknown>>): void {
  const old = Object.keys(plainValue(found.node) as object);
  for (const [key, item] of Object.entries(value)) setAt(writing, [...path, key], item);
  for (const key of old)
    if (!Object.hasOwn(value, key)) writing.apply(removeEntry(writing.source, writing.find([...path, key])!));
}

/** A value that does not exist yet, with the maps and lists around it. */
function create(writing: Rewriting, path: Path, found: Found, value: unknown, order: readonly string[]): void {
  const { node, rest } = found;
  const at = path.slice(0, path.length - rest.length);
  const [segment, ...below] = rest;
  refuseOdd(found, at);
  const inner = nested(below, value);
  if (node.kind === 'scalar' && node.value === null)
    writing.apply(replaceValue(writing.source, found, nested(rest, value)));
  else if (isCollection(node) && node.kind === 'map')
    addPair(writing, found, String(segment), inner, below.length > 0 ? [] : order);
  else if (isCollection(node) && segment === node.entries.length) addItem(writing, at, node.entries.length, inner);
  else {
    const what = isCollection(node) ? `a list of ${node.entries.length}` : 'a single value';
    throw new EditRefused(`${shownPath(at)} is ${what}, which has no ${shownPath([segment])}`);
  }
}

function addPair(writing: Rewriting, found: Found, key: string, value: unknown, order: readonly string[]): void {
  const node = found.node as CollectionNode;
  const place = placeOf(node, key, order) ?? node.entries.length;
  const patches = isBare(writing, found)
    ? replaceValue(writing.source, found, { [key]: value })
    : insertEntry(writing.source, found, place, { key, value });
  writing.apply(patches);
}

/** Puts an item before number `index` of the list at `path`, which exists, or is null. */
export function addItem(writing: Rewriting, path: Path, index: number, value: unknown): void {
  const found = writing.find(path);
  if (!found || found.rest.length > 0) {
    setAt(writing, path, [value]);
    return;
  }
  refuseOdd(found, path);
  const { node } = found;
  const isList = isCollection(node) && node.kind === 'list';
  const count = isList ? node.entries.length : 0;
  if (!isList && !(node.kind === 'scalar' && node.value === null))
    throw new EditRefused(`${shownPath(path)} is no list to add an item to`);
  if (index < 0 || index > count)
    throw new EditRefused(`${shownPath(path)} is a list of ${count}, which has no place ${index + 1}`);
  const patches = isBare(writing, found)
    ? replaceValue(writing.source, found, [value])
    : insertEntry(writing.source, found, index, { value });
  writing.apply(patches);
}

/** True if something is empty, without even a comment in it. */
const isBare = ({ source: { text } }: Rewriting, { node, from, to }: Found): boolean =>
  !isCollection(node) || (node.entries.length === 0 && text.slice(from + 1, to - 1).trim() === '');

/** Place of a new key: behind the last key that usually comes before it, or before the first that follows it. */
function placeOf(node: CollectionNode, key: string, order: readonly string[]): number | undefined {
  const rank = order.indexOf(key);
  if (rank < 0) return undefined;
  for (const before of order.slice(0, rank).reverse()) {
    const index = indexOf(node, before);
    if (index >= 0) return index + 1;
  }
  const after = order.slice(rank + 1).map((other) => indexOf(node, other));
  return after.find((index) => index >= 0);
}

/** The value of what a path leads to, with the maps and lists of `rest` around it. */
function nested(rest: Path, value: unknown): unknown {
  return rest.reduceRight<unknown>((inner, segment) => {
    if (typeof segment === 'string') return { [segment]: inner };
    if (segment === 0) return [inner];
    throw new EditRefused(`there is no list with an item ${segment + 1} to set`);
  }, value);
}

/** The insertion that adds a value to a text without any. */
function beginText(
  { source: { text, layout } }: Rewriting,
  value: unknown,
): { at: number; remove: string; insert: string } {
  const newline = breakOf(text);
  const gap = text === '' || text === '\uFEFF' || /[\n\r]$/.test(text) ? '' : newline;
  return { at: text.length, remove: '', insert: gap + writeLines(value, layout).join(newline) + newline };
}

/** Refuses to go into what the text only repeats, and into what surveys do not have. */
export function refuseOdd({ node, rest }: Found, path: Path): void {
  if (node.kind === 'alias' && rest.length > 0)
    throw new EditRefused(
      `${shownPath(path)} repeats what is marked &${node.name}; edit that, or write the values out here`,
    );
  if (node.kind === 'odd')
    throw new EditRefused(`${shownPath(path)} is written in a way that can be edited only in the text`);
}
