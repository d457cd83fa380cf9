import type { Found, Step } from './find-node.js';
import { beginsLine, breakOf, columnOf, lineEnd } from './lines.js';
import type { Patch } from './patch.js';
import { removeLines } from './remove-lines.js';
import type { Source } from './source.js';
import { takesLines, writeInline, writeLines } from './write-value.js';
import { isCollection } from './yaml-tree.js';

/** The patches that replace one value by another of any kind. An anchor, and a comment behind it, stay. */
export function replaceValue(source: Source, found: Found, value: unknown): Patch[] {
  const { text, layout } = source;
  const { node, from, to, steps } = found;
  const owner = steps.at(-1);
  const inLines = !(owner?.node.flow ?? (isCollection(node) && node.flow)) && takesLines(value, layout);
  const isBlock = isCollection(node) && !node.flow;
  if (inLines && owner && !isBlock) return linesInstead(source, found, owner, value);
  if (inLines) return [{ at: from, remove: text.slice(from, to), insert: linesAt(source, from, owner, value) }];
  const inline = writeInline(value, layout, node.kind === 'scalar' ? node.style : 'plain');
  if (!isBlock) return [inlineInstead(source, found, owner, value, inline)];
  if (!owner || !beginsLine(text, from)) return [{ at: from, remove: text.slice(from, to), insert: inline }];
  const start = from - columnOf(text, from);
  return [removeLines(text, start, to), { at: placeBehindMark(text, owner), remove: '', insert: ` ${inline}` }];
}

/** The place behind a key's colon, or an item's dash, and an anchor or tag there. */
export function placeBehindMark(text: string, { at, entry }: Step): number {
  const from = at + (entry.mark ?? entry.keyFrom + entry.keyLength);
  const parts = /^(?:[ \t]*[&!]\S*)*/.exec(text.slice(from, lineEnd(text, from)))!;
  return from + parts[0].length;
}

function inlineInstead({ text }: Source, found: Found, owner: Step | undefined, value: unknown, inline: string): Patch {
  const { node, from, to } = found;
  const remove = text.slice(from, to);
  if (node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')) {
    const block = typeof value === 'string' ? literal(text, from, value) : undefined;
    return { at: from, remove, insert: block ?? inline + (/^\S*([ \t]+#.*)/.exec(remove)?.[1] ?? '') };
  }
  if (remove !== '') return { at: from, remove, insert: inline };
  const colon = owner && owner.node.kind === 'map' && owner.entry.mark === undefined ? ':' : '';
  const before = colon !== '' || /\S/.test(text[from - 1] ?? ' ') ? ' ' : '';
  const after = /[^\s,\]}]/.test(text[from] ?? ' ') ? ' ' : '';
  return { at: from, remove, insert: colon + before + inline + after };
}

/** A text of several lines as the block scalar that stood there, or undefined if it cannot be one. */
function literal(text: string, from: number, value: string): string | undefined {
  const indent = /[\n\r]+([ \t]+)\S/.exec(text.slice(from))?.[1];
  const isPlain = /^\S.*\n/.test(value) && !/[^\P{C}\n]|[\u2028\u2029]|\n\n$/u.test(value) && !/ \n| $/.test(value);
  if (indent === undefined || !isPlain) return undefined;
  const newline = breakOf(text);
  const lines = value.replace(/\n$/, '').split('\n');
  const body = lines.map((line) => newline + (line === '' ? '' : indent + line)).join('');
  return (value.endsWith('\n') ? '|' : '|-') + body;
}

/** Lines below a key, or behind a dash, in place of a value on the same line. */
function linesInstead(source: Source, { from, to }: Found, owner: Step, value: unknown): Patch[] {
  const { text, layout } = source;
  const blanks = /[ \t]*$/.exec(text.slice(owner.at, from))![0].length;
  if (owner.node.kind === 'list') {
    const column = columnOf(text, owner.at) + 1 + layout.dashGap.length;
    const lines = writeLines(value, layout).join(breakOf(text) + ' '.repeat(column));
    return [{ at: from - blanks, remove: text.slice(from - blanks, to), insert: layout.dashGap + lines }];
  }
  const newline = breakOf(text) + ' '.repeat(columnOf(text, owner.at) + stepBelow(source, value));
  const lines = writeLines(value, layout).map((line) => newline + line);
  const end = lineEnd(text, to);
  const below = { at: end, remove: '', insert: lines.join('') };
  return [below, { at: from - blanks, remove: text.slice(from - blanks, to), insert: '' }];
}

const stepBelow = ({ layout }: Source, value: unknown): number =>
  Array.isArray(value) ? layout.listStep : layout.mapStep;

/** Lines in place of others that start at `from`; a map is indented more than its key. */
function linesAt(source: Source, from: number, owner: Step | undefined, value: unknown): string {
  const { text, layout } = source;
  const column = columnOf(text, from);
  const key = owner?.node.kind === 'map' ? columnOf(text, owner.at) : -1;
  const more = column > key || Array.isArray(value) ? 0 : layout.mapStep;
  return ' '.repeat(more) + writeLines(value, layout).join(breakOf(text) + ' '.repeat(column + more));
}
