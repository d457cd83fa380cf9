import { describe, expect, it } from 'vitest';
import {
  type Affine,
  compose,
  IDENTITY,
  invert,
  rotation,
  scaling,
  transformPoint,
  translation,
} from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { Point } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Mesh } from '../../src/scene/model.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Texture, TextureWrap } from '../../src/scene/texture.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { outliers } from '../support/outliers.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, lambert, materialsOf, meshOf, random, rectangle, sceneOf } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
/** The textured wall stands 10 m in front, 8 m wide and 6 m high; another one, whole, 10 m behind it. */
const [WIDTH, HEIGHT] = [8, 6];
const CORNER: Vec3 = [-WIDTH / 2, 10, -HEIGHT / 2];
/** Texture coordinates at its corners: beyond 0…1 on either side; v points down. */
const [U0, U1, V0, V1] = [-0.7, 1.9, 1.6, -0.4];
const SIZE = { width: 7, height: 5 };

/** Random bytes. */
function textureOf(wrapU: TextureWrap, wrapV: TextureWrap): Texture {
  const next = random(77);
  const texels = Uint8Array.from({ length: 4 * SIZE.width * SIZE.height }, () => Math.floor(256 * next()));
  return { name: 'random', ...SIZE, texels, wrapU, wrapV, colorSpace: 'linear' };
}

/** Two triangles with texture coordinates at the corners. */
function texturedWall(): Mesh {
  const uvs = Float32Array.of(U0, V0, U1, V0, U1, V1, U0, V0, U1, V1, U0, V1);
  return { ...meshOf(rectangle(CORNER, [WIDTH, 0, 0], [0, 0, HEIGHT])), uvs };
}

const background = (): Mesh => {
  const mesh = meshOf(rectangle([-40, 20, -40], [80, 0, 0], [0, 0, 80]));
  return { ...mesh, groups: [{ ...mesh.groups[0], material: 1 }] };
};

/**
 * Number of the texel at a coordinate, by the definition of the wraps; undefined within 10⁻⁵ of an edge, as rounding
 * decides there.
 */
function texelAlong(x: number, count: number, wrap: TextureWrap): number | undefined {
  const turn = x - Math.floor(x);
  const mirrored = Math.floor(x) % 2 === 0 ? turn : 1 - turn;
  const place = count * (wrap === 'repeat' ? turn : wrap === 'mirror' ? mirrored : Math.min(1, Math.max(0, x)));
  if (Math.abs(place - Math.round(place)) < 1e-5) return undefined;
  return Math.min(count - 1, Math.floor(place));
}

/** The four bytes under a point of the wall's own frame. */
function bytesAt(texture: Texture, [x, , z]: readonly number[]): readonly number[] | undefined {
  const u = U0 + ((x - CORNER[0]) / WIDTH) * (U1 - U0);
  const v = V0 + ((z - CORNER[2]) / HEIGHT) * (V1 - V0);
  const column = texelAlong(u, texture.width, texture.wrapU);
  const row = texelAlong(v, texture.height, texture.wrapV);
  if (column === undefined || row === undefined) return undefined;
  const at = 4 * (row * texture.width + column);
  return [...texture.texels.subarray(at, at + 4)];
}

const scanner = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -13 * DEGREE,
    elevationMax: 14 * DEGREE,
    verticalStep: 0.61 * DEGREE,
    horizontalStep: 0.43 * DEGREE,
    lineRateMaxHz: 1000,
  },
});
const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const sweep = station([0, 0, 0], { sectorDeg: 36, attitude: { heading: -18 * DEGREE, pitch: 0, roll: 0 } });
const program = createPulseProgram({ scanner, mount, leg: sweep, frameOrigin: [0, 0, 0] });

interface Return {
  position: Vec3;
  reflected: number;
  surface: number;
}

async function returnsOf(scene: Scene, open: OpenEngine): Promise<Return[]> {
  const engine = await open(await deviceSceneOf(scene));
  const settings = settingsWith({ materials: materialsOf(scene) });
  const out: Return[] = [];
  for await (const { outputs } of engine.trace(settings, program)) {
    const { floats, words, count } = outputs.points;
    for (let k = 0; k < count; k++) {
      const at = (k * Point.SIZE) / 4;
      const cosine = floats[at + Point.incidenceCosine / 4];
      out.push({
        position: [floats[at], floats[at + 1], floats[at + 2]],
        reflected: (floats[at + Point.energy / 4] * floats[at + Point.range / 4] ** 2) / cosine,
        surface: words[at + Point.surface / 4],
      });
    }
  }
  await engine.close();
  return out;
}

/** The wall as it is, and the same wall as a copy that is turned, stretched and moved back to about the same place. */
const TURNED = compose(translation([0.4, 0.3, -0.2]), compose(rotation([0, 1, 0], 0.2), scaling([0.9, 1, 1.1])));
const IN_PLACE: [string, Affine] = ['in place', IDENTITY];
const COPY: [string, Affine] = ['a turned and stretched copy', TURNED];
const WRAPS: [TextureWrap, TextureWrap][] = [
  ['mirror', 'clamp'],
  ['repeat', 'mirror'],
  ['clamp', 'repeat'],
];

/** A software GPU takes seconds to compile for each scene: it is given fewer. */
describe.each(ENGINES)('%s', (name, there, open) => {
  const [places, wraps] = name === 'CPU' ? [[IN_PLACE, COPY], WRAPS] : [[COPY], WRAPS.slice(0, 1)];
  describe.skipIf(!there).each(places)('%s', (__, transform) => {
    const placed = [
      { mesh: 0, transform },
      { mesh: 1, transform: IDENTITY },
    ];
    const inWall = (position: Vec3) => transformPoint(invert(transform), position);

    it.each(wraps)('masks let pulses through where alpha is below the cutoff: %s, %s', async (wrapU, wrapV) => {
      const texture = textureOf(wrapU, wrapV);
      const scene = sceneOf([texturedWall(), background()], {
        placed,
        scatterings: [lambert(0.5), lambert(0.2)],
        textures: [texture],
        looks: [{ alphaCutoff: 0.4, textures: { alpha: 0 } }],
      });
      const returns = await returnsOf(scene, open);
      const inFront = returns.filter(({ surface }) => surface === 0);
      const behind = returns.filter(({ surface }) => surface === 1);
      expect(inFront.length).toBeGreaterThan(500);
      const alphas = inFront.map(({ position }) => (bytesAt(texture, inWall(position)) ?? [0, 0, 0, 255])[3]);
      expect(outliers(alphas, (alpha) => alpha >= 0.4 * 255)).toEqual([]);
      // Places at which the pulse of a far return went through the wall, which stands in the plane y = 10 of its frame.
      const through: number[] = [];
      for (const { position } of behind) {
        const [x, y, z] = inWall(position);
        const [x0, y0, z0] = inWall([0, 0, 0]);
        const share = (10 - y0) / (y - y0);
        const crossing: Vec3 = [x0 + share * (x - x0), 10, z0 + share * (z - z0)];
        if (Math.abs(crossing[0]) > WIDTH / 2 || Math.abs(crossing[2]) > HEIGHT / 2) continue;
        through.push((bytesAt(texture, crossing) ?? [0, 0, 0, 0])[3]);
      }
      expect(outliers(through, (alpha) => alpha < 0.4 * 255)).toEqual([]);
      expect(through.length).toBeGreaterThan(300);
    });

    it('applies a reflectance picture to its share of the material’s reflectance', async () => {
      const texture = textureOf('repeat', 'repeat');
      const scene = sceneOf([texturedWall(), background()], {
        placed,
        scatterings: [lambert(0.6), lambert(0.2)],
        textures: [texture],
        looks: [{ textures: { reflectance: 0 } }],
      });
      const returns = (await returnsOf(scene, open)).filter(({ surface }) => surface === 0);
      expect(returns.length).toBeGreaterThan(1000);
      const known = returns.flatMap(({ position, reflected }) => {
        const bytes = bytesAt(texture, inWall(position));
        return bytes ? [{ reflected, expected: (0.6 * bytes[0]) / 255 }] : [];
      });
      expect(outliers(known, ({ reflected, expected }) => Math.abs(reflected - expected) < 5e-6)).toEqual([]);
    });

    it('tells by a picture of materials which one was hit, and its reflectance', async () => {
      const texture = { ...textureOf('repeat', 'repeat') };
      texture.texels = texture.texels.map((byte) => byte % 3);
      const scene = sceneOf([texturedWall(), background()], {
        placed,
        scatterings: [lambert(0.6), lambert(0.2), lambert(0.3)],
        textures: [texture],
        looks: [{ textures: { material: 0, materials: [1, 2] } }],
      });
      const returns = (await returnsOf(scene, open)).filter(({ surface }) => surface !== 1);
      expect(returns.length).toBeGreaterThan(1000);
      const expected = [0.2, 0.3, 0.6];
      const materials = [1, 2, 0];
      const known = returns.flatMap(({ position, reflected, surface }) => {
        const number = bytesAt(texture, inWall(position))?.[0];
        return number === undefined ? [] : [{ number, reflected, material: scene.surfaces[surface].material }];
      });
      expect(outliers(known, ({ number, material }) => material === materials[number])).toEqual([]);
      expect(outliers(known, ({ number, reflected }) => Math.abs(reflected - expected[number]) < 5e-6)).toEqual([]);
    });
  });
});
