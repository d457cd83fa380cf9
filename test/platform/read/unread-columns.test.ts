import { expect, it } from 'vitest';
import { CsvParser } from '../../../src/platform/read/csv-parser.js';
import { failure, parse } from './parse.js';

const rows = (cells: string) => `0,${cells}\n1,${cells}\n`;

it('refuses a misspelt column of poses', () => {
  const text = `time,x,y,z,rol,ptch,headig\n${rows('1,5,2,0,0,90')}`;
  expect(failure(() => parse(new CsvParser('tt.csv', {}), text))).toContain(
    'tt.csv:1: found the column "rol", which is not read; did you mean roll?',
  );
});

it('warns of columns of poses that are not read', () => {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  parse(new CsvParser('a.csv', { log }), `time,x,y,z,vx,quality,roll_sd,roll,heading\n${rows('1,5,2,3,0,0,0,90')}`);
  expect(warnings).toEqual(['a.csv: columns that are not read: vx, quality, roll_sd']);
});

it('reads a file of TUM that does not name its columns', () => {
  const { times } = parse(new CsvParser('p.tum', {}), '0 1 5 2 0 0 0 1\n1 9 5 2 0 0 0 1\n');
  expect([...times]).toEqual([0, 1]);
  expect(failure(() => parse(new CsvParser('p.txt', {}), '0 1 5 2 0 0 0 1\n'))).toContain('expected a header');
});
