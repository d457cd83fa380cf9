import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointsFrom, scanInNode } from '../e2e/browser/scan-in-node.js';
import { pointDifferences } from '../support/point-differences.js';
import { shareWithAll } from '../support/share-device.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../support/software-adapter.js';

let stopSharing = () => {};
beforeAll(async () => {
  if (sharedAdapter) stopSharing = await shareWithAll(sharedAdapter);
});
afterAll(() => stopSharing());

// `e2e/browser.test.ts` compares a page's points, on the GPU too, with the same points of the CPU.
it.skipIf(!sharedAdapter)(
  `the scan of a page gets the points of the CPU on the GPU in Node, but for rounding${NEEDS_SOFTWARE_GPU}`,
  async () => {
    const onGpu = pointsFrom(await scanInNode({ engine: 'gpu', adapter: 'software' }));
    expect(onGpu.count).toBeGreaterThan(1000);
    expect(pointDifferences(onGpu, pointsFrom(await scanInNode()))).toEqual([]);
  },
);
