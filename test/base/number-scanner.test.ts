import { describe, expect, it } from 'vitest';
import { NumberScanner } from '../../src/base/number-scanner.js';
import { outliers } from '../support/outliers.js';
import { testRandom } from '../support/random.js';

const scanner = new NumberScanner();
const bytes = (text: string) => new TextEncoder().encode(`${text}\n`);
const scan = (text: string) => scanner.decimal(bytes(text), 0);

describe('NumberScanner', () => {
  it.each([
    ['0', 0],
    ['-0.5', -0.5],
    ['+1.25', 1.25],
    ['.5', 0.5],
    ['5.', 5],
    ['  \t7 8', 7],
    ['1e3', 1000],
    ['-2.5E-3', -0.0025],
    ['447524.183', 447524.183],
    ['123456789012345', 123456789012345],
    ['0.1234567890123456789', 0.12345678901234568],
    ['99999999999999999999', 1e20],
    ['1e-400', 0],
    ['0.000000000000000000000000001', 1e-27],
  ])('reads %s', (text, value) => {
    expect(scan(text)).toBe(value);
  });

  it.each(['', 'abc', '-', '.', '1.2.3', '1,5', '0x10', 'nan', 'inf', '1e', '--1', '1f', '\n5'])(
    'refuses "%s"',
    (text) => {
      expect(scan(text)).toBeNaN();
    },
  );

  it('rounds as the language itself does', () => {
    const seed = 7;
    const random = testRandom(seed);
    const texts = Array.from({ length: 20_000 }, (_, i) => {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 18 - 6);
      return [
        value.toFixed(Math.floor(random() * 12)),
        value.toPrecision(1 + Math.floor(random() * 20)),
        String(value),
      ][i % 3];
    });
    const found = texts.map((text) => ({ text, number: scan(text) }));
    expect(
      outliers(found, ({ text, number }) => Object.is(number, Number(text))),
      `seed ${seed}`,
    ).toEqual([]);
  });

  it('stops behind the number', () => {
    scan(' 12.5 3');
    expect(scanner.at).toBe(5);
    expect(scanner.integer(bytes('-12/3'), 0)).toBe(-12);
    expect(scanner.at).toBe(3);
    expect(scanner.integer(bytes('/3'), 0)).toBeNaN();
  });
});
