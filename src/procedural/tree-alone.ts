import { RandomStream } from '../base/random-stream.js';
import type { Model } from '../scene/model.js';
import { ModelBuilder } from './model-builder.js';
import { placeStand } from './place-stand.js';
import type { SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';
import { plantTrees } from './tree-stand.js';
import { diameterSource } from './trees/diameters.js';

/** Land on which crowns have room. */
const LAND = { side: Infinity, centre: [0, 0], count: 1, plants: 0 } as const;

/**
 * A single tree, whose foot is at the origin: of `species`, of these diameters and of a `height`, as far as they are
 * given, and otherwise drawn as those of a forest.
 */
export function generateTree(
  seed: number,
  triangles: number,
  { height }: Pick<SceneSize, 'height'> = {},
  details: SceneDetails = {},
): Model {
  const { diameter, season } = details;
  const thick = diameter && diameterSource(diameter)(new RandomStream(seed, 'diameter'));
  const trees = plantTrees(seed, {
    ...LAND,
    ...details,
    trees: [{ x: 0, y: 0, height, diameter: thick }],
    isOpen: () => true,
  });
  const model = new ModelBuilder();
  const ground = { heightAt: () => 0 };
  const doubts = placeStand({ seed, triangles, season, side: LAND.side, model, ground }, trees);
  return { ...model.finish(), ...(doubts.length > 0 && { doubts }) };
}
