import { expect, it } from 'vitest';
import { fieldTime } from '../../../../studio/state/legs/field-time.js';

it('counts what passes between legs, as the times of their points do', () => {
  expect(fieldTime([])).toEqual({ whole: 0, between: 0 });
  expect(
    fieldTime([
      { startTime: 10, duration: 5 },
      { startTime: 75, duration: 6 },
    ]),
  ).toEqual({ whole: 71, between: 60 });
  // Two vehicles at the same time.
  const together = { startTime: 10, duration: 5 };
  expect(fieldTime([together, together])).toEqual({ whole: 5, between: 0 });
});
