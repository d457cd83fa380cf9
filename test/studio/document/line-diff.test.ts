import { describe, expect, it } from 'vitest';
import { type DiffPart, lineDiff } from '../../../studio/document/line-diff.js';
import { testRandom } from '../../support/random.js';

/** Output in the form of `diff`: ` ` both, `-` mine, `+` theirs. */
const shown = (parts: readonly DiffPart[]) =>
  parts.flatMap(({ kind, lines }) => lines.map((line) => `${{ both: ' ', mine: '-', theirs: '+' }[kind]}${line}`));
const textOf = (parts: readonly DiffPart[], kind: 'mine' | 'theirs') =>
  parts.flatMap((part) => (part.kind === kind || part.kind === 'both' ? part.lines : [])).join('\n');

describe('the difference of two texts by lines', () => {
  it('is what only one of them has, mine first, with the numbers of lines there', () => {
    const parts = lineDiff('a\nb\nc\nd\n', 'a\nB\nc\nx\nd\n');
    expect(shown(parts)).toEqual([' a', '-b', '+B', ' c', '+x', ' d', ' ']);
    expect(parts.map(({ kind, from }) => [kind, from])).toEqual([
      ['both', 1],
      ['mine', 2],
      ['theirs', 2],
      ['both', 3],
      ['theirs', 4],
      ['both', 4],
    ]);
  });

  it('is nothing of equal texts, whatever their line ends are', () => {
    expect(lineDiff('a\nb', 'a\r\nb')).toEqual([{ kind: 'both', lines: ['a', 'b'], from: 1 }]);
    expect(shown(lineDiff('', ''))).toEqual([' ']);
    expect(shown(lineDiff('', 'a'))).toEqual(['-', '+a']);
    expect(shown(lineDiff('a\n', 'a\nb\n'))).toEqual([' a', '+b', ' ']);
  });

  it('makes each text of the other, with as few lines as the longest common subsequence leaves', () => {
    const random = testRandom(20);
    for (let round = 0; round < 300; round++) {
      const [mine, theirs] = [0, 1].map(() =>
        Array.from({ length: 1 + Math.floor(12 * random()) }, () => 'abc'[Math.floor(3 * random())]).join('\n'),
      );
      const parts = lineDiff(mine, theirs);
      expect([textOf(parts, 'mine'), textOf(parts, 'theirs')]).toEqual([mine, theirs]);
      const [a, b] = [mine, theirs].map((text) => text.split('\n'));
      const differing = shown(parts).filter((line) => !line.startsWith(' ')).length;
      expect(differing, `${mine.split('\n')} ${theirs.split('\n')}`).toBe(a.length + b.length - 2 * commonOf(a, b));
    }
  });

  it('takes no time of texts of a megabyte that have nothing in common', () => {
    const [mine, theirs] = ['m', 't'].map((mark) =>
      Array.from({ length: 50_000 }, (_, k) => `${mark} ${k} ${'x'.repeat(10)}`).join('\n'),
    );
    const began = performance.now();
    const parts = lineDiff(`same\n${mine}\nend`, `same\n${theirs}\nend`);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(parts.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['both', 1],
      ['mine', 50_000],
      ['theirs', 50_000],
      ['both', 1],
    ]);
  });
});

/** Length of the longest common subsequence, by its table. */
function commonOf(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i][j] = a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
  return table[a.length][b.length];
}
