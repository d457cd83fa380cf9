import { IDENTITY } from '../base/affine.js';
import type { SourcePlace } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import { isGround } from './is-ground.js';
import { type Ground, HeightGrid, type Rectangle } from './place/height-grid.js';
import type { Scene } from './scene.js';

/**
 * Heights of the ground of a loaded scene (`isGround`), in the world, over a rectangle; what moves
 * is none. `heightAt(x, y, most)` is the
 * highest one up to `most`, `lowestAt(x, y)` the first that a ray from below meets; undefined without ground. Throws
 * UserError at `place` if there are more than 20 million triangles.
 */
export function groundHeights(scene: Scene, area: Rectangle, place: SourcePlace): Steps<HeightGrid> {
  return HeightGrid.over(
    scene.instances.flatMap(({ motion }, index) => (motion === undefined ? [groundOf(scene, index)] : [])),
    area,
    place,
  );
}

function groundOf({ meshes, instances, surfaces }: Scene, index: number): Ground {
  const { mesh, transform, surfaceBase } = instances[index];
  return {
    model: { meshes: [meshes[mesh]], materials: [], instances: [{ mesh: 0, name: '', transform: IDENTITY }] },
    transforms: [transform],
    isGround: (_, group) => isGround(surfaces[surfaceBase + group]),
  };
}
