import { expect, it } from 'vitest';
import { farthestFromThree } from './three-shapes.js';

it('has the places of three.js at twenty moments of a clip', async () => {
  expect(await farthestFromThree()).toBeLessThan(1e-5);
});
