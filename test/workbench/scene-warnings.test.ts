import { expect, it } from 'vitest';
import { benchWith } from './bench.js';

/** A wall as high along y as a house, of a material that no library describes. */
const LYING = 'mtllib none.mtl\nusemtl plaster\nv 0 0 0\nv 300 0 0\nv 300 17 300\nv 0 17 300\nf 1 2 3\nf 1 3 4\n';

const SURVEY =
  'scene:\n  parts: [{ file: lying.obj }]\nscanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1] }]\noutput: [a.las]\n';

it('doubts about how a scene lies are said before what its files lack', async () => {
  const told: { kind: string; warnings?: string[] }[] = [];
  const ask = benchWith({ 'lying.obj': LYING }, (event) => told.push(event as never));
  await ask('scene', { text: SURVEY });
  const warnings = told.find(({ kind }) => kind === 'scene')?.warnings ?? [];
  expect(warnings[0]).toMatch(/^survey:2:\d+: this scene is 300 m tall .* does another axis point up/);
  expect(warnings.slice(1).join()).toContain('none.mtl');
});
