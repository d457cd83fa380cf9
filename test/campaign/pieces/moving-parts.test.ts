import { expect, it } from 'vitest';
import { knownParts } from '../../../src/campaign/pieces/scene-parts.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import type { PlacedPart } from '../../../src/scene/place/place-parts.js';
import { movingSurvey } from '../../survey/scene/motion/moving-scene.js';

it('reads a part that moves for every piece of a plan, wherever it stands', async () => {
  const far = 'file: car.obj, transform: { translate: [900, 0, 0] }';
  const { scene } = await loadSurvey(
    await movingSurvey(`{ name: stands, ${far} }, { name: moves, ${far}, motion: { velocity: [-9, 0, 0] } }`),
  );
  let placed: readonly PlacedPart[] = [];
  const onPlaced = (parts: readonly PlacedPart[]) => {
    placed = parts;
  };
  await loadScene(scene, { onPlaced });
  expect(knownParts(placed).map(({ outline }) => outline !== undefined)).toEqual([true, true, false]);
});
