/** Appends any number of items to a list; as arguments of `push`, some 100,000 of them overflow the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
