import type { CST } from 'yaml';

/**
 * Passes on the parts of a YAML text, and calls `refuse` with the offset of the first map or list that is nested in
 * more than `depthMax` others. The library composes them by recursion, which ends the program where the stack does.
 */
export function* boundNesting(
  tokens: Iterable<CST.Token>,
  depthMax: number,
  refuse: (offset: number) => never,
): Generator<CST.Token, void> {
  for (const token of tokens) {
    const open = [{ token, depth: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { token, depth } = next;
      if (depth > depthMax + 1) refuse(token.offset);
      for (const inner of contentOf(token)) open.push({ token: inner, depth: 'items' in token ? depth + 1 : depth });
    }
    yield token;
  }
}

/** Maps and lists right below a part. */
function contentOf(token: CST.Token): CST.Token[] {
  const isInner = (inner?: CST.Token | null): inner is CST.Token => inner != null && 'items' in inner;
  if (token.type === 'document') return [token.value].filter(isInner);
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [value, key].filter(isInner));
}
