import { expect, it } from 'vitest';
import { type Moment, ThinPath } from '../../../src/survey/helios/to-survey/thin-path.js';
import { checkClose } from '../../support/quick-checks.js';

it('a thinned path is within its tolerances of every moment', () => {
  const thin = new ThinPath();
  const moments = Array.from({ length: 20_001 }, (_, k): Moment => {
    const angle = k / 2000;
    return [k / 1000, 10 * Math.sin(angle), 10 * Math.cos(angle), k < 9000 ? 0 : 5, angle];
  });
  for (const moment of moments) thin.add(moment);
  const kept = thin.finish();
  expect(kept.length).toBeLessThan(2000);
  expect([kept[0], kept.at(-1)]).toEqual([moments[0], moments.at(-1)]);
  let next = 1;
  for (const moment of moments) {
    while (kept[next][0] < moment[0]) next++;
    const [a, b] = [kept[next - 1], kept[next]];
    const share = (moment[0] - a[0]) / (b[0] - a[0]);
    const off = [1, 2, 3, 4].map((k) => Math.abs(a[k] + share * (b[k] - a[k]) - moment[k]));
    checkClose(Math.hypot(off[0], off[1], off[2]), 0, 1e-4);
    checkClose(off[3], 0, 1.001e-6);
  }
});
