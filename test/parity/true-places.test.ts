import { beforeAll, describe, expect } from 'vitest';
import { PHYSICS } from '../../src/scanner/physics.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { compareStages } from './every-stage.js';
import { type Example, loadExample } from './example.js';

// The quickstart with true positions, for points on the axis and beside it.
describe.skipIf(!softwareAdapter).each(['axis', 'surface'] as const)(
  `with true positions and points: %s${NEEDS_SOFTWARE_GPU}`,
  (points) => {
    let example: Example;
    beforeAll(async () => {
      const outputs = [{ path: 'cloud.npz', format: 'npz', fields: ['true_position'] }] as const;
      example = await loadExample('quickstart', { physics: { ...PHYSICS.si, points }, outputs: outputs as never });
      expect(example.settings.features).toContain('truePlaces');
    });
    compareStages(() => example);
  },
);
