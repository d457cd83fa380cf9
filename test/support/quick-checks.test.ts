import { describe, expect, it } from 'vitest';
import { checkClose, checkSame } from './quick-checks.js';

describe('checks in loops', () => {
  it('let pass what is close, or the same', () => {
    checkClose(1, 1.5, 0.5);
    checkSame(Number.NaN, Number.NaN);
    checkSame('a', 'a');
  });

  it.each([
    [() => checkClose(1, 2, 0.5, 'point 7'), 'point 7: found 1, expected 2 ± 0.5'],
    [() => checkClose(Number.NaN, 2, 0.5), 'found NaN, expected 2 ± 0.5'],
    [() => checkClose(1, Number.NaN, 0.5), 'found 1, expected NaN ± 0.5'],
    [() => checkSame(0, -0), 'found 0, expected 0'],
    [() => checkSame<unknown & (string | undefined)>('a', undefined), 'found a, expected undefined'],
  ])('fail otherwise, and say where', (check, message) => {
    expect(check).toThrow(message);
  });
});
