import { expect, it } from 'vitest';
import { LineSplitter } from '../../../src/platform/read/line-splitter.js';

const linesOf = (text: string, piece: number) => {
  const lines: [text: string, line: number][] = [];
  const splitter = new LineSplitter('t.csv', (...line) => lines.push(line));
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += piece) splitter.push(bytes.subarray(at, at + piece));
  splitter.finish();
  return lines;
};

it.each([1, 5, 1000])('LineSplitter hands out trimmed lines that are not blank, in pieces of %d bytes', (piece) => {
  expect(linesOf('  1, 2 \r\n\n \t \r\r\nμ\u00a0\n\r\n7', piece)).toEqual([
    ['1, 2', 1],
    ['μ', 4],
    ['7', 6],
  ]);
  expect(linesOf('a\n', piece)).toEqual([['a', 1]]);
  expect(linesOf('', piece)).toEqual([]);
});

it('LineSplitter takes lines of 65536 bytes and refuses longer ones, in whatever pieces they come', () => {
  const longest = 'x'.repeat(2 ** 16);
  for (const piece of [1000, 2 ** 20]) {
    expect(linesOf(`${longest}\n${longest}`, piece)).toEqual([
      [longest, 1],
      [longest, 2],
    ]);
    expect(() => linesOf(`\n${longest}x\n`, piece)).toThrow('found a line of more than 65536 bytes');
  }
});
