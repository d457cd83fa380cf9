/** Lines that both texts have, or only one of them; `from`: number of the first one there, from 1. */
export interface DiffPart {
  kind: 'both' | 'mine' | 'theirs';
  lines: readonly string[];
  from: number;
}

/** Most differing lines that are compared one by one; of more, everything between the equal ends is replaced. */
const DIFFERENCES_MAX = 400;

/**
 * The parts of two texts by lines, with the fewest differences: E. W. Myers, An O(ND) difference algorithm and its
 * variations, Algorithmica 1 (1986). In each place, lines that only mine has come first.
 */
export function lineDiff(mine: string, theirs: string): DiffPart[] {
  const [a, b] = [mine, theirs].map((text) => text.split(/\r\n|[\r\n]/));
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [innerA, innerB] = [a, b].map((lines) => lines.slice(head, lines.length - tail));
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart['kind'], lines: readonly string[], from: number) => {
    if (lines.length > 0) parts.push({ kind, lines, from: from + 1 });
  };
  add('both', a.slice(0, head), 0);
  let [x, y] = [0, 0];
  for (const [toX, toY, count] of [...pairsOf(innerA, innerB), [innerA.length, innerB.length, 0]]) {
    add('mine', innerA.slice(x, toX), head + x);
    add('theirs', innerB.slice(y, toY), head + y);
    add('both', innerA.slice(toX, toX + count), head + toX);
    [x, y] = [toX + count, toY + count];
  }
  add('both', a.slice(a.length - tail), a.length - tail);
  return parts;
}

/** Runs of equal lines: their starts in `a` and `b`, and their lengths; none for texts that differ too much. */
function pairsOf(a: readonly string[], b: readonly string[]): [x: number, y: number, count: number][] {
  const most = Math.min(a.length + b.length, DIFFERENCES_MAX);
  // The farthest x of each diagonal k = x − y, after each number of differences.
  let far = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    steps.push(far);
    far = far.slice();
    for (let k = -d; k <= d; k += 2) {
      let x = comesDown(far, most, k, d) ? far[most + k + 2] : far[most + k] + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      far[most + 1 + k] = x;
      if (x >= a.length && y >= b.length) return walkBack(steps, most, a.length, b.length);
    }
  }
  return [];
}

/** True if the way to diagonal `k` comes from the one above, by a line of `b`; else it takes a line of `a`. */
const comesDown = (far: Int32Array, most: number, k: number, d: number): boolean =>
  k === -d || (k !== d && far[most + k] < far[most + k + 2]);

function walkBack(steps: readonly Int32Array[], most: number, x: number, y: number): [number, number, number][] {
  const pairs: [number, number, number][] = [];
  for (let d = steps.length - 1; d >= 0; d--) {
    const [far, k] = [steps[d], x - y];
    const isDown = comesDown(far, most, k, d);
    const before = d === 0 ? 0 : isDown ? far[most + k + 2] : far[most + k];
    const begin = d === 0 ? 0 : isDown ? before : before + 1;
    if (x > begin) pairs.unshift([begin, begin - k, x - begin]);
    [x, y] = [before, d === 0 ? 0 : before - (isDown ? k + 1 : k - 1)];
  }
  return pairs;
}
