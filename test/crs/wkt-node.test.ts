import { describe, expect, it } from 'vitest';
import { parseWkt } from '../../src/crs/wkt-node.js';

describe('parseWkt', () => {
  it('reads texts, numbers, words and what is nested, in either bracket', () => {
    expect(parseWkt(' Unit["say ""m""", 1.5e-3 , EAST, Id("EPSG",9001)] \n')).toEqual({
      keyword: 'UNIT',
      texts: ['say "m"', 'EAST'],
      numbers: [0.0015],
      nodes: [{ keyword: 'ID', texts: ['EPSG'], numbers: [9001], nodes: [] }],
    });
  });

  it.each([
    ['', 'found the end of the text at character 0, expected WKT'],
    ['UNIT', 'found the end of the text at character 4, expected WKT'],
    ['UNIT["m",1', 'found the end of the text at character 10, expected WKT'],
    ['UNIT["m,1]', 'found "\\"m,1]" at character 6, expected a text that ends in "'],
    ['UNIT["m",1)', 'found ")" at character 11, expected a comma or ] in UNIT'],
    ['UNIT["m",,1]', 'found "," at character 11, expected a value in UNIT'],
    ['UNIT[]', 'found "]" at character 6, expected a value in UNIT'],
    ['"m"', 'found "m" at character 3, expected a keyword such as PROJCS'],
    ['UNIT["m",1] x', 'found "x" at character 12, expected the end'],
    ['UNIT["m",1.2.3]', 'found "1.2.3]" at character 10, expected WKT'],
    ['UNIT["m";1]', 'found ";1]" at character 9, expected WKT'],
    ['A['.repeat(33), 'found "A" at character 66, expected brackets within 32 others at most'],
    ['x'.repeat(65_535), 'found 65535 characters of WKT, expected 65534 at most'],
  ])('refuses %j', (text, message) => {
    expect(() => parseWkt(text)).toThrow(message);
  });
});
