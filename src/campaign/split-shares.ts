/** A split and its share of all. */
interface Share {
  readonly name: string;
  readonly share: number;
}

/** For quotients of shares that decimal numbers do not hold. */
const SLACK = 1e-9;

/**
 * The splits of groups 0, 1, 2, …, so that of any number n of them each split has its share of n, rounded up or down:
 * of 20 in shares of 0.7, 0.15 and 0.15 they have 14, 3 and 3. More groups change none before them. Unit k of a split
 * of the share q may not come before number ⌊(k − 1)/q⌋ + 1, and must come by ⌈k/q⌉; the one that must come first is
 * next (Tijdeman 1980, "The chairman assignment problem", Discrete Mathematics 32).
 */
export function* inShares(shares: readonly Share[]): Generator<string, never> {
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const splits = shares
    .filter(({ share }) => share > 0)
    .map(({ name, share }) => ({ name, q: share / total, count: 0 }));
  for (let n = 1; ; n++) {
    const may = splits.filter(({ q, count }) => Math.floor(count / q + SLACK) < n);
    const next = (may.length > 0 ? may : splits).reduce((first, other) =>
      dueOf(other) < dueOf(first) ? other : first,
    );
    next.count++;
    yield next.name;
  }
}

/** Number by which the next unit of a split must come. */
const dueOf = ({ q, count }: { q: number; count: number }): number => Math.ceil((count + 1) / q - SLACK);
