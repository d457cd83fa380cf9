import { describe, expect, it } from 'vitest';
import { compareTracers, SCENES } from '../support/agreement.js';
import { inLong } from '../support/long-run.js';

const RAYS_A_SCENE = inLong(200_000, 100_000);

describe("the bundle tracer finds what three-mesh-bvh's raycast finds", () => {
  for (const scene of Object.keys(SCENES))
    it(`${scene}: ${RAYS_A_SCENE} random and grazing rays`, async () => {
      const seed = 20_261_121 + scene.length;
      const { different, hits } = await compareTracers(scene, RAYS_A_SCENE, seed);
      expect(different, `seed ${seed}`).toEqual([]);
      expect(hits, 'the scene is hit').toBeGreaterThan(RAYS_A_SCENE / 20);
    });
});
