import { equalValues } from './plain-value.js';

/**
 * The number of item `index` after a change of its list; undefined: it is gone. Items before and behind the change are
 * matched by content, others by name, or by place if the number of items stays the same.
 */
export function followItem(
  before: readonly unknown[],
  after: readonly unknown[],
  index: number,
  nameOf: (item: unknown) => unknown,
): number | undefined {
  const least = Math.min(before.length, after.length);
  let same = 0;
  while (same < least && equalValues(before[same], after[same])) same++;
  if (index < same) return index;
  let behind = 0;
  while (behind < least - same && equalValues(before.at(-1 - behind), after.at(-1 - behind))) behind++;
  if (index >= before.length) return undefined;
  if (index >= before.length - behind) return index + after.length - before.length;
  const name = nameOf(before[index]);
  const found =
    name === undefined ? -1 : after.slice(same, after.length - behind).findIndex((item) => nameOf(item) === name);
  if (found >= 0) return same + found;
  return after.length === before.length ? index : undefined;
}
