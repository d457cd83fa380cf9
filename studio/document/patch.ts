/** A change of a text: `remove`, which stands at the offset `at`, gives way to `insert`. Offsets count UTF-16 units. */
export interface Patch {
  readonly at: number;
  readonly remove: string;
  readonly insert: string;
}

/** The text after all patches in turn; each counts in the text before it. Throws RangeError if one does not fit. */
export function applyPatches(text: string, patches: readonly Patch[]): string {
  for (const { at, remove, insert } of patches) {
    if (at < 0 || !text.startsWith(remove, at))
      throw new RangeError(`the text does not have what a patch removes at ${at}`);
    text = text.slice(0, at) + insert + text.slice(at + remove.length);
  }
  return text;
}

/** The patches that take `patches` back, in their order. */
export function inversePatches(patches: readonly Patch[]): Patch[] {
  return patches.map(({ at, remove, insert }) => ({ at, remove: insert, insert: remove })).reverse();
}

/** The place of `offset` after the patches. Removed text maps to its start; at an insertion, `side` 1 is behind it. */
export function mapOffset(offset: number, patches: readonly Patch[], side: -1 | 1 = 1): number {
  for (const { at, remove, insert } of patches) {
    const end = at + remove.length;
    if (offset > end || (offset === end && (side > 0 || remove !== ''))) offset += insert.length - remove.length;
    else if (offset > at) offset = at;
  }
  return offset;
}

/** The smallest single patch from one text to another; nothing if they are equal. */
export function differenceOf(before: string, after: string): Patch[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  if (splitsCharacter(before, head) || splitsCharacter(after, head)) head--;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  if (splitsCharacter(before, before.length - tail) || splitsCharacter(after, after.length - tail)) tail--;
  return [
    { at: head, remove: before.slice(head, before.length - tail), insert: after.slice(head, after.length - tail) },
  ];
}

/** True if an offset lies between the two units of one character. */
function splitsCharacter(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/** Patches of one text as a single one, from the first touched character to the last; texts `before` and `after`. */
export function hullOf(before: string, after: string, patches: readonly Patch[]): Patch | undefined {
  if (patches.length === 0) return undefined;
  // Both ends count in the text so far; a patch before them shifts them.
  let [from, to] = [patches[0].at, patches[0].at];
  for (const { at, remove, insert } of patches) {
    const end = at + remove.length;
    from = Math.min(from, at);
    to = Math.max(to, end) + insert.length - remove.length;
  }
  const end = to + before.length - after.length;
  return { at: from, remove: before.slice(from, end), insert: after.slice(from, to) };
}
