import { describe, expect, it } from 'vitest';
import { compose, rotation, scaling, translation } from '../../src/base/affine.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { directionWord, NO_DIRECTION } from '../../src/base/octahedron.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { ONE_SUBRAY } from '../../src/scanner/footprint.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { Scene } from '../../src/scene/scene.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { ENGINES } from '../support/engines.js';
import { RAY_SCANNER, raysAlong } from '../support/media.js';
import { column, openScene } from '../support/scan.js';
import { lambert, meshOf, sceneOf, wall } from '../support/scenes.js';

const RANGE = 20;
const PULSES = 8;
/** The same normal for both triangles of a wall. */
const wallWith = (normal: Vec3 | undefined) => ({
  ...meshOf(wall(RANGE, 4)),
  normals: new Uint32Array(2).fill(normal === undefined ? NO_DIRECTION : directionWord(normal)),
});

describe.each(ENGINES)('normals of a mesh in place of those of its triangles on the %s', (_, there, open) => {
  async function scanned(scene: Scene) {
    const stage = await openScene(scene, open);
    try {
      const scan = await stage.scan([raysAlong([0, 0, 0], PULSES)], { scanner: RAY_SCANNER, footprint: ONE_SUBRAY });
      const energies = column(scan, 'energy');
      expect(energies).toHaveLength(PULSES);
      // π f_r cos θ = ρ cos θ of a Lambertian wall.
      return { cosine: (energies[0] * RANGE ** 2) / 0.5, normal: column(scan, 'normal').slice(0, 3) };
    } finally {
      await stage.close();
    }
  }

  const options = { scatterings: [lambert(0.5)] };

  it.skipIf(!there)('give the energy of their angle of incidence, on whichever side they are', async () => {
    for (const side of [-1, 1]) {
      const { cosine, normal } = await scanned(sceneOf([wallWith([0, 3 * side, 4 * side])], options));
      expect(cosine).toBeCloseTo(0.6, 4);
      [0, -0.6, -0.8].forEach((value, axis) => {
        expect(normal[axis]).toBeCloseTo(value, 4);
      });
    }
  });

  it.skipIf(!there)('leave triangles without one, and other meshes, as they are', async () => {
    expect((await scanned(sceneOf([wallWith(undefined)], options))).cosine).toBeCloseTo(1, 6);
    const hidden = {
      ...wallWith([1, 0, 0]),
      positions: wallWith([1, 0, 0]).positions.map((x, k) => (k % 3 === 1 ? 30 : x)),
    };
    expect((await scanned(sceneOf([hidden, meshOf(wall(RANGE, 4))], options))).cosine).toBeCloseTo(1, 6);
  });

  it.skipIf(!there)('turn with their mesh', async () => {
    // About the wall's own middle, which stays where the beam meets it.
    const about = compose(rotation([0, 0, 1], 0.4), scaling([2, 2, 2]));
    const transform = compose(translation([0, RANGE, 0]), compose(about, translation([0, -RANGE, 0])));
    const { cosine, normal } = await scanned(
      sceneOf([wallWith([Math.sin(0.3), -Math.cos(0.3), 0])], { ...options, placed: [{ mesh: 0, transform }] }),
    );
    expect(cosine).toBeCloseTo(Math.cos(0.7), 4);
    expect(normal[0]).toBeCloseTo(Math.sin(0.7), 4);
  });

  it.skipIf(!there)('give voxels of a cloud the angle of the plane of its points', async () => {
    // The plane y = 20 + tan(0.5) x, in voxels of half a metre, which have their own faces alone otherwise.
    const rows = Array.from({ length: 41 * 41 }, (_, k) => {
      const [x, z] = [((k % 41) - 20) / 10, (Math.floor(k / 41) - 20) / 10];
      return `${x} ${RANGE + Math.tan(0.5) * x} ${z}`;
    }).join('\n');
    const sceneWith = async (normals: string) => {
      const part = `{ file: cloud.xyz, voxels: { size: 0.5, normals: ${normals} } }`;
      const survey = `scene: { parts: [${part}], materials: { voxels: { reflectance: 0.5 } } }
scanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 0] }]\noutput: [a.las]\n`;
      const files = createWebFiles({ sources: { 'survey.yaml': survey, 'cloud.xyz': rows } });
      return loadScene((await loadSurvey('survey.yaml', { files })).scene, { files });
    };
    const { normal } = await scanned(await sceneWith('plane'));
    expect(normal[1]).toBeCloseTo(-Math.cos(0.5), 4);
    expect(Math.abs(normal[0])).toBeCloseTo(Math.sin(0.5), 4);
    expect((await scanned(await sceneWith('faces'))).normal.map((value) => Math.round(value) || 0)).toEqual([0, -1, 0]);
  });
});
