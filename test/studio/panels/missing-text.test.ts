import { expect, it } from 'vitest';
import { missingText } from '../../../studio/panels/missing-text.js';

it.each([
  [
    { reason: 'beyond-range-max', range: 15, energy: 1e-9, found: 15, limit: 12 } as const,
    'farther than the instrument records (15, limit 12)',
  ],
  [
    { reason: 'beyond-range-max', range: 15, energy: 1e-9 } as const,
    'farther than the instrument records, once noise has moved it (1 nJ)',
  ],
  [
    { reason: 'below-range-min', range: 15, energy: 1e-9 } as const,
    'nearer than the instrument records, once noise has moved it (1 nJ)',
  ],
  [{ reason: 'merged', range: 15, energy: 1e-9 } as const, 'too close to another echo to be one of its own (1 nJ)'],
])('a missing return is told in a sentence: %j', (missing, text) => {
  expect(missingText(missing)).toBe(`at 15.000 m: ${text}`);
});
