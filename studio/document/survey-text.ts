import { buildTree } from './build-tree.js';
import { EditRefused } from './edit-refused.js';
import { findLayout } from './find-layout.js';
import { endOf, type Found, findNode, pathTo, stepTo } from './find-node.js';
import { insertEntry } from './insert-entry.js';
import { lineNumber } from './lines.js';
import { moveEntry } from './move-entry.js';
import { applyPatches, differenceOf, hullOf, type Patch } from './patch.js';
import { equalValues, plainValue, withChange, writable } from './plain-value.js';
import { removeEntry } from './remove-entry.js';
import type { Rewriting } from './rewriting.js';
import { addItem, refuseOdd, setAt } from './set-value.js';
import { shownPath } from './shown-path.js';
import type { Source } from './source.js';
import { spliceTree } from './splice-tree.js';
import { withoutAnchors } from './without-anchors.js';
import { writeKey, writeText } from './write-value.js';
import { type CollectionNode, indexOf, isCollection, type Path, type SyntaxFault, type YamlTree } from './yaml-tree.js';

/** A half-open range of offsets. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The style of a written value. */
export interface WriteOptions {
  /** Most decimal places of its numbers. */
  decimals?: number;
  /** The usual order of the keys beside it: a new key goes to its place in it. Absent: to the end. */
  order?: readonly string[];
}

/**
 * The text of a survey, YAML or JSON, with its values and their places. It never changes; edits are patches of it,
 * which leave everything else as written. Edits throw EditRefused where the text does not allow them. Their patches
 * were tried: they set the value and add no faults.
 */
export class SurveyText {
  readonly text: string;
  private parsed?: YamlTree;
  private layoutFound?: Source['layout'];
  private tried?: { patches: readonly Patch[]; after: SurveyText };

  constructor(text: string, tree?: YamlTree) {
    this.text = text;
    this.parsed = tree;
  }

  get tree(): YamlTree {
    this.parsed ??= buildTree(this.text);
    return this.parsed;
  }

  get layout(): Source['layout'] {
    this.layoutFound ??= findLayout(this.text, this.tree);
    return this.layoutFound;
  }

  /** Faults of its syntax. */
  get faults(): readonly SyntaxFault[] {
    return this.tree.faults;
  }

  /** The value at a path as plain data, shared by texts with equal values; undefined: none. Not to be changed. */
  valueAt(path: Path): unknown {
    const found = this.find(path);
    return found ? plainValue(found.node) : undefined;
  }

  /** Range of the value at a path, without anchor or comment; empty for a key without a value. */
  rangeOf(path: Path): TextRange | undefined {
    const found = this.find(path);
    return found && { from: found.from, to: found.to };
  }

  /** Range of the key or item at a path, from its key or dash to the end of its value. */
  entryRangeOf(path: Path): TextRange | undefined {
    const step = this.find(path)?.steps.at(-1);
    return step && { from: step.at, to: endOf(step) };
  }

  /** The line of a value, or of the deepest on the way to it that exists, from 1. */
  lineOf(path: Path): number {
    const found = findNode(this.tree, path);
    return lineNumber(this.text, found?.steps.at(-1)?.at ?? found?.from ?? 0);
  }

  /** The path to the innermost value whose key or text holds an offset; empty: none but the whole. */
  pathAt(offset: number): Path {
    return pathTo(this.tree, offset);
  }

  /** The text after patches. Of a parsed text, only the touched part is parsed. Throws RangeError if one is unfit. */
  apply(patches: readonly Patch[]): SurveyText {
    if (this.tried?.patches === patches) return this.tried.after;
    const text = applyPatches(this.text, patches);
    if (text === this.text) return this;
    const patch = this.parsed && hullOf(this.text, text, patches);
    return new SurveyText(text, patch && spliceTree(this.tree, this.text, text, patch));
  }

  /** The patches that set the value at a path and make missing maps around it. Equal parts keep their writing. */
  setValue(path: Path, value: unknown, { decimals, order }: WriteOptions = {}): Patch[] {
    const written = writable(value, decimals);
    return this.edited(
      path,
      () => written,
      (writing) => setAt(writing, path, written, order),
    );
  }

  /** The patches that put an item before number `index` of a list, which they make if it is missing. */
  insertItem(path: Path, index: number, value: unknown, { decimals }: WriteOptions = {}): Patch[] {
    const written = writable(value, decimals);
    const insert = (list: unknown) => [...items(list).slice(0, index), written, ...items(list).slice(index)];
    return this.edited(path, insert, (writing) => addItem(writing, path, index, written));
  }

  /** The patches that remove an item of a list, its lines and the comments directly above. The last one leaves `[]`. */
  removeItem(path: Path, index: number): Patch[] {
    this.entryOf(path, index);
    return this.edited(path, (list) => items(list).filter((_, k) => k !== index), removing([...path, index]));
  }

  /** The patches that remove a key with its value, likewise; none if the map lacks it. The last one leaves `{}`. */
  removeKey(path: Path, key: string): Patch[] {
    if (this.valueAt([...path, key]) === undefined) return [];
    const others = (map: unknown) => Object.fromEntries(Object.entries(map as object).filter(([name]) => name !== key));
    return this.edited(path, others, removing([...path, key]));
  }

  /** The patches that move an item of a list to the place `to`, counted without it. */
  moveItem(path: Path, from: number, to: number): Patch[] {
    const { list } = this.entryOf(path, from);
    if (to < 0 || to >= list.entries.length) throw new EditRefused(`${shownPath(path)} has no place ${to + 1}`);
    const move = (value: unknown) => {
      const rest = items(value).filter((_, k) => k !== from);
      return [...rest.slice(0, to), items(value)[from], ...rest.slice(to)];
    };
    return this.edited(path, move, (writing) => moveEntry(writing, path, from, to));
  }

  /** The patches that repeat an item of a list behind itself, without anchors and the comments around it. */
  duplicateItem(path: Path, index: number): Patch[] {
    const { list, found } = this.entryOf(path, index);
    const step = stepTo(list, found.from, index);
    const written = withoutAnchors(this.text, step);
    const twice = (value: unknown) => items(value).flatMap((item, k) => (k === index ? [item, item] : [item]));
    const value = plainValue(step.entry.value);
    return this.edited(path, twice, ({ source, apply }) =>
      apply(insertEntry(source, found, index + 1, { value, written })),
    );
  }

  /** The patches that give a key of a map another name, at its place. */
  renameKey(path: Path, key: string, name: string): Patch[] {
    const found = this.find([...path, key]);
    const step = found?.steps.at(-1);
    if (!step || step.entry.key === undefined) throw new EditRefused(`${shownPath(path)} has no key ${key}`);
    if (key === name) return [];
    if (indexOf(step.node, name) >= 0) throw new EditRefused(`${shownPath(path)} has a key ${name} already`);
    const at = step.at + step.entry.keyFrom;
    const remove = this.text.slice(at, at + step.entry.keyLength);
    const { json } = this.layout;
    const style = remove[0] === '"' ? 'double' : 'single';
    const insert = /^["']/.test(remove) ? writeText(name, style, json) : writeKey(name, json);
    const renamed = (map: unknown) =>
      Object.fromEntries(Object.entries(map as object).map(([other, value]) => [other === key ? name : other, value]));
    return this.edited(path, renamed, ({ apply }) => apply([{ at, remove, insert }]));
  }

  private find(path: Path): Found | undefined {
    const found = findNode(this.tree, path);
    if (!found || found.rest.length === 0) return found;
    const { node, rest } = found;
    // Repeats of an alias have values, too, but they stand elsewhere.
    const target = node.kind === 'alias' ? node.target : undefined;
    const inside = target && findNode({ ...this.tree, root: target }, rest);
    return inside?.rest.length === 0 ? { ...inside, from: found.from, to: found.to, steps: found.steps } : undefined;
  }

  /** A list and one of its items, which must exist. */
  private entryOf(path: Path, index: number): { list: CollectionNode; found: Found } {
    const found = findNode(this.tree, path);
    if (found) refuseOdd(found, path);
    const node = found?.node;
    if (!found || found.rest.length > 0 || !isCollection(node) || node.kind !== 'list' || !node.entries[index])
      throw new EditRefused(`${shownPath(path)} has no item ${index + 1}`);
    return { list: node, found };
  }

  /** The patches of an edit that turns the value at `path` into that of `expected`, once it is sure that they do. */
  edited(path: Path, expected: (value: unknown) => unknown, write: (writing: Rewriting) => void): Patch[] {
    const writing = new TextDraft(this);
    write(writing);
    if (writing.patches.length === 0) return [];
    this.check(writing.text, path, expected);
    this.expect(writing.patches, writing.text);
    return writing.patches;
  }

  /** Notes what `apply` of these very patches leads to, which was parsed to try them. */
  expect(patches: readonly Patch[], after: SurveyText): void {
    this.tried = { patches, after };
  }

  private check(after: SurveyText, path: Path, expected: (value: unknown) => unknown): void {
    const root = this.tree.root ? plainValue(this.tree.root) : undefined;
    // An alias changes along with its anchor.
    const scope = refers(this.tree) ? path : [];
    const wanted = scope.length === 0 ? withChange(root, path, expected) : expected(this.valueAt(path));
    const isSplit = this.faults.length > 0 && this.touchesFault(after);
    const sound =
      !isSplit && after.faults.length <= this.faults.length && missingTargets(after) <= missingTargets(this);
    if (sound && equalValues(after.valueAt(scope), wanted)) return;
    throw new EditRefused(this.reasonOf(after, path));
  }

  /** True if a fault lies where the text changes: more may stand there than meant, such as all behind an open quote. */
  private touchesFault({ text }: SurveyText): boolean {
    const [patch] = differenceOf(this.text, text);
    return (
      patch !== undefined &&
      this.faults.some(({ offset }) => offset >= patch.at && offset <= patch.at + patch.remove.length)
    );
  }

  private reasonOf(after: SurveyText, path: Path): string {
    const [fault] = this.faults;
    if (fault) {
      const line = lineNumber(this.text, fault.offset);
      return `${shownPath(path)} cannot be edited while line ${line} has a fault: ${fault.message}`;
    }
    if (missingTargets(after) > missingTargets(this))
      return `${shownPath(path)} holds an anchor (&) that other places repeat; write its values out there first`;
    return `${shownPath(path)} is written in a way that can be edited only in the text`;
  }
}

const items = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

const removing = (path: Path) => (writing: Rewriting) => {
  const found = writing.find(path)!;
  refuseOdd(found, path);
  writing.apply(removeEntry(writing.source, found));
};

/** True if the text has anchors or the like, by which its parts do not stand for themselves. */
const refers = ({ divisible, faults }: YamlTree): boolean => !divisible && faults.length === 0;

/** Number of aliases of a text that repeat nothing. */
function missingTargets({ tree }: SurveyText): number {
  if (tree.divisible || !tree.root) return 0;
  let count = 0;
  const look = (node: YamlTree['root']): void => {
    if (node?.kind === 'alias' && !node.target) count++;
    if (isCollection(node)) for (const { value } of node.entries) look(value);
  };
  look(tree.root);
  return count;
}

/** Several edits of a text, one after the other; their patches together. */
export class TextDraft implements Rewriting {
  text: SurveyText;
  readonly patches: Patch[] = [];

  constructor(text: SurveyText) {
    this.text = text;
    this.apply = this.apply.bind(this);
  }

  get source(): Source {
    return this.text;
  }

  find(path: Path): Found | undefined {
    return findNode(this.text.tree, path);
  }

  apply(patches: readonly Patch[]): void {
    const changing = patches.filter(({ remove, insert }) => remove !== insert);
    this.text = this.text.apply(changing);
    this.patches.push(...changing);
  }
}
