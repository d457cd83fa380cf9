import { beforeAll, describe } from 'vitest';
import type { JitterSource } from '../../src/platform/jitter.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { compareStages } from './every-stage.js';
import { type Example, loadExample } from './example.js';

// The quickstart on a platform that jitters: drawn for each pulse and for several, normal,
// uniform, clipped and constant.

const normal = (mean: number, sigma: number, more: Partial<JitterSource> = {}): JitterSource => ({
  of: { kind: 'normal', mean, sigma },
  hold: 1,
  ...more,
});

const JITTER = {
  position: [normal(0, 0.05), normal(0.01, 0.02, { clip: [-0.02, 0.02], hold: 3 }), normal(0, 0.01, { hold: 100 })],
  attitude: [
    normal(0, 1e-3),
    { of: { kind: 'uniform', min: -0.5, max: 4 }, hold: 2 },
    normal(2e-3, 0.3, { hold: Number.POSITIVE_INFINITY }),
  ],
} as const;

describe.skipIf(!softwareAdapter)(`with jitter${NEEDS_SOFTWARE_GPU}`, () => {
  let example: Example;
  beforeAll(async () => {
    example = await loadExample('quickstart', { jitter: JITTER });
  });
  compareStages(() => example);
});
