import { describe, expect, it } from 'vitest';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import { Point, Run } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Texture } from '../../src/scene/texture.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { outliers } from '../support/outliers.js';
import { openCpuWithoutThreads, settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, lambert, materialsOf, meshOf, rectangle, sceneOf } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const TO_SUN = normalize([0.5, -0.2, 0.7]);
/** A level roof over level ground; the ground shows the texture, 1 m a texel. */
const ROOF = { x: [-3, 3], y: [8, 14], z: 2.5 } as const;
const GROUND = { x: [-20, 20], y: [1, 41], z: -2 } as const;
const TEXELS = 40;

/** Red counts columns, green rows. */
const texture: Texture = {
  name: 'grid',
  width: TEXELS,
  height: TEXELS,
  texels: Uint8Array.from({ length: 4 * TEXELS * TEXELS }, (_, k) => {
    const texel = k >> 2;
    return [texel % TEXELS, Math.floor(texel / TEXELS), 200, 128][k & 3];
  }),
  wrapU: 'clamp',
  wrapV: 'clamp',
  colorSpace: 'srgb',
};

function level({ x, y, z }: typeof ROOF | typeof GROUND): number[] {
  return rectangle([x[0], y[0], z], [x[1] - x[0], 0, 0], [0, y[1] - y[0], 0]);
}

function sceneWithRoof(): Scene {
  const ground = { ...meshOf(level(GROUND)), uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1) };
  const roof = meshOf(level(ROOF));
  return sceneOf([ground, { ...roof, groups: [{ ...roof.groups[0], material: 1 }] }], {
    scatterings: [lambert(0.5), lambert(0.3)],
    textures: [texture],
    looks: [{ textures: { baseColor: 0 } }],
  });
}

const scanner = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -35 * DEGREE,
    elevationMax: 35 * DEGREE,
    verticalStep: 0.7 * DEGREE,
    horizontalStep: 1.3 * DEGREE,
    lineRateMaxHz: 1000,
  },
});
const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const sweep = station([0, 0, 0], { sectorDeg: 90, attitude: { heading: -45 * DEGREE, pitch: 0, roll: 0 } });
// Their first subray is the axis: its texel is that of the point.
const footprint = { pattern: 'helios', subrays: 7, weights: 'gaussian' } as const;
const program = createPulseProgram({ scanner, mount, leg: sweep, frameOrigin: [0, 0, 0], footprint });

function settingsFor(scene: Scene, colors: 0 | 1 | 2): RunSettings {
  const settings = settingsWith({ footprint, materials: materialsOf(scene) });
  const view = new DataView(settings.buffers.run);
  view.setUint32(Run.colors, colors, true);
  TO_SUN.forEach((value, k) => {
    view.setFloat32(Run.toSun + 4 * k, value, true);
  });
  return { ...settings, features: colors > 0 ? ['colors'] : [] };
}

interface ColoredPoint {
  position: Vec3;
  surface: number;
  color: number;
}

async function pointsOf(colors: 0 | 1 | 2, open: OpenEngine): Promise<ColoredPoint[]> {
  const scene = sceneWithRoof();
  const engine = await open(await deviceSceneOf(scene));
  const out: ColoredPoint[] = [];
  for await (const { outputs } of engine.trace(settingsFor(scene, colors), program)) {
    const { floats, words, count } = outputs.points;
    for (let k = 0; k < count; k++) {
      const at = (k * Point.SIZE) / 4;
      out.push({
        position: [floats[at], floats[at + 1], floats[at + 2]],
        surface: words[at + Point.surface / 4],
        color: words[at + Point.color / 4],
      });
    }
  }
  await engine.close();
  return out;
}

/**
 * Whether the roof stands between a point of the ground and the sun; undefined within 10 cm of the edge of its shadow.
 */
function inShadow([x, y]: Vec3): boolean | undefined {
  const height = (ROOF.z - GROUND.z) / TO_SUN[2];
  const [px, py] = [x + height * TO_SUN[0], y + height * TO_SUN[1]];
  const inside = Math.min(px - ROOF.x[0], ROOF.x[1] - px, py - ROOF.y[0], ROOF.y[1] - py);
  return Math.abs(inside) < 0.1 ? undefined : inside > 0;
}

describe.each(ENGINES)('%s', (_, there, open) => {
  it.skipIf(!there)('gives points the texel at the hit, and whether the sun shines there', async () => {
    const points = await pointsOf(2, open);
    const ground = points.filter(({ surface }) => surface === 0);
    const hasTexel = ({ position, color }: (typeof ground)[number]) => {
      const [column, row] = [position[0] - GROUND.x[0], position[1] - GROUND.y[0]];
      // Within a centimetre of a texel's edge the beam's middle and the mean of its hits may lie on either side.
      if ([column, row].some((place) => Math.abs(place - Math.round(place)) <= 0.01)) return true;
      return (color & 0xffffff) === (Math.floor(column) | (Math.floor(row) << 8) | (200 << 16));
    };
    expect(outliers(ground, hasTexel)).toEqual([]);
    const lit = ground.flatMap(({ position, color }) => {
      const dark = inShadow(position);
      return dark === undefined ? [] : [{ position, dark, light: color >>> 24 }];
    });
    expect(outliers(lit, ({ dark, light }) => light === (dark ? 0 : 255))).toEqual([]);
    expect(ground.length).toBeGreaterThan(1000);
    expect(lit.filter(({ dark }) => dark).length).toBeGreaterThan(50);
    // The roof is seen from below, where no sun shines, and has no texture.
    const roof = points.filter(({ surface }) => surface === 1);
    expect(roof.length).toBeGreaterThan(100);
    expect(outliers(roof, ({ color }) => color === 0xffffff)).toEqual([]);
  });

  it.skipIf(!there)('shines everywhere without shadows', async () => {
    const points = await pointsOf(1, open);
    expect(outliers(points, ({ color }) => color >>> 24 === 255)).toEqual([]);
  });
});

it('points have no colour unless it is asked for', async () => {
  const points = await pointsOf(0, openCpuWithoutThreads);
  expect(outliers(points, ({ color }) => color === 0)).toEqual([]);
});
