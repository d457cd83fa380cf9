import { describe, expect, it } from 'vitest';
import {
  type Affine,
  compose,
  IDENTITY,
  rotation,
  scaling,
  transformPoint,
  translation,
} from '../../src/base/affine.js';
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../../src/base/vec3.js';
import { Point } from '../../src/device/records.generated.js';
import { createCubics, evaluateCubics } from '../../src/material/backscatter-cubics.js';
import { measuredAt } from '../../src/material/measured-table.js';
import type { MeasuredTable } from '../../src/material/scattering.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Mesh } from '../../src/scene/model.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, random, rectangle, sceneOf } from '../support/scenes.js';

const DEGREE = Math.PI / 180;

const scanner = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -30 * DEGREE,
    elevationMax: 30 * DEGREE,
    verticalStep: 1.3 * DEGREE,
    horizontalStep: 1.7 * DEGREE,
    lineRateMaxHz: 1000,
  },
});
const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const sweep = station([0, 0, 0], { sectorDeg: 70, attitude: { heading: -35 * DEGREE, pitch: 0, roll: 0 } });
const program = createPulseProgram({ scanner, mount, leg: sweep, frameOrigin: [0, 0, 0] });

/** Not the same after half a turn, nor when it is mirrored; one value at the pole. */
const TABLE: MeasuredTable = (() => {
  const [phiCount, thetaCount, next] = [8, 10, random(5)];
  const values = Float32Array.from({ length: phiCount * thetaCount }, (_, k) => (k % thetaCount ? next() : 0.3));
  return { wavelengthsNm: [1064], phiCount, thetaCount, values };
})();
const CUBICS = createCubics(measuredAt(TABLE, 1064), 'hermite');

/** u = a x + b z and v = c x + d z over a wall 10 m in front. */
type Slopes = readonly [a: number, b: number, c: number, d: number];
/** Neither level nor square to each other. */
const SHEARED: Slopes = [0.3, 0.2, -0.1, 0.4];
/** The image is mirrored. */
const MIRRORED: Slopes = [-0.3, 0.2, 0.1, 0.4];
/** Both grow in one direction, as for a model whose coordinates lie on a line of its image. */
const COLLAPSED: Slopes = [0.3, 0.7, 0.1, 0.7 / 3];

function wall([a, b, c, d]: Slopes, flipped = false): Mesh {
  const corner: Vec3 = flipped ? [7, 10, -7] : [-7, 10, -7];
  const mesh = meshOf(rectangle(corner, [flipped ? -14 : 14, 0, 0], [0, 0, 14]));
  const uvs = new Float32Array((mesh.positions.length / 3) * 2);
  for (let i = 0; i < uvs.length / 2; i++) {
    const [x, z] = [mesh.positions[3 * i], mesh.positions[3 * i + 2]];
    uvs.set([a * x + b * z, c * x + d * z], 2 * i);
  }
  return { ...mesh, uvs };
}

/** In the wall's frame: along it v stays, and u grows. */
function alongTexture([a, b, c, d]: Slopes): Vec3 {
  return scale([d, 0, -c], Math.sign(a * d - b * c));
}

const level = (normal: Vec3): Vec3 => cross([0, 0, 1], normal);

async function errorsOf(
  mesh: Mesh,
  transform: Affine,
  open: OpenEngine,
  tangentOf: (normal: Vec3) => Vec3,
): Promise<number[]> {
  const scene = sceneOf([mesh], {
    placed: [{ mesh: 0, transform }],
    scatterings: [{ model: 'measured', table: TABLE }],
  });
  const engine = await open(await deviceSceneOf(scene));
  const settings = settingsWith({ materials: materialsOf(scene) });
  const errors: number[] = [];
  for await (const { outputs } of engine.trace(settings, program)) {
    const { floats, count } = outputs.points;
    for (let k = 0; k < count; k++) {
      const at = (k * Point.SIZE) / 4;
      const threeAt = (field: number): Vec3 =>
        [0, 1, 2].map((axis) => floats[at + field / 4 + axis]) as unknown as Vec3;
      const [toSensor, normal] = [normalize(scale(threeAt(Point.position), -1)), threeAt(Point.normal)];
      const tangent = normalize(tangentOf(normal));
      const across = cross(normal, tangent);
      const [x, y] = [dot(toSensor, tangent), dot(toSensor, across)];
      const theta = Math.atan2(Math.hypot(x, y), dot(toSensor, normal));
      const expected = evaluateCubics(CUBICS, theta, Math.atan2(y, x));
      errors.push(Math.abs(floats[at + Point.energy / 4] * floats[at + Point.range / 4] ** 2 - expected));
    }
  }
  await engine.close();
  return errors;
}

const TURNED = compose(translation([0.4, 0.3, -0.2]), compose(rotation([0, 1, 0], 0.4), scaling([0.9, 1, 1.2])));
const REFLECTED = compose(rotation([1, 0, 0], 0.2), scaling([-1, 1, 1]));

type Case = [string, Affine, Slopes, boolean];
const WALLS: Case[] = [
  ['as it is', IDENTITY, SHEARED, false],
  ['from behind', IDENTITY, SHEARED, true],
  ['with a mirrored image', IDENTITY, MIRRORED, false],
  ['turned and stretched', TURNED, SHEARED, false],
  ['mirrored', REFLECTED, SHEARED, false],
];

/** Coordinates of points are f32, and so are those of textures: angles from them are right to some 1e-6. */
const TOLERANCE = 5e-5;

/** A software GPU takes seconds to compile: it is given the last wall, which goes through all. */
describe.each(ENGINES)('%s: azimuths are counted from where', (name, there, open) => {
  it.skipIf(!there).each(name === 'CPU' ? WALLS : WALLS.slice(-1))(
    'u grows while v stays, on a wall %s',
    async (__, transform, slopes, flipped) => {
      const origin = transformPoint(transform, [0, 0, 0]);
      const along = subtract(transformPoint(transform, alongTexture(slopes)), origin);
      const errors = await errorsOf(wall(slopes, flipped), transform, open, () => along);
      expect(errors.length).toBeGreaterThan(1000);
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    },
  );

  it.skipIf(!there)('the surface is level, where u and v grow in one direction', async () => {
    const errors = await errorsOf(wall(COLLAPSED), IDENTITY, open, level);
    expect(errors.length).toBeGreaterThan(1000);
    expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
  });

  it.skipIf(name !== 'CPU')('the surface is level, where coordinates are too large for f32', async () => {
    const mesh = wall(SHEARED);
    mesh.uvs?.fill(3e38, 0, 2);
    const errors = await errorsOf(mesh, IDENTITY, open, level);
    expect(errors.filter((error) => error < TOLERANCE).length).toBeGreaterThan(400);
    expect(errors.every((error) => Number.isFinite(error))).toBe(true);
  });
});
