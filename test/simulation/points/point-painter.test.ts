import { describe, expect, it } from 'vitest';
import { createPointBatch, type PointBatch } from '../../../src/cloud/point-batch.js';
import { type ColorSettings, pointColoring } from '../../../src/cloud/shading/point-coloring.js';
import { amplitudeScale } from '../../../src/cloud/tone-mapping/intensity-scale.js';
import { Point } from '../../../src/device/records.generated.js';
import type { MaterialLook } from '../../../src/scene/scene.js';
import type { Texture } from '../../../src/scene/texture.js';
import { pointPainter } from '../../../src/simulation/points/point-painter.js';
import { surfaceColumns } from '../../../src/simulation/points/scene-facts.js';
import { unpackPoints } from '../../../src/simulation/points/unpack-points.js';
import { lambert, sceneOf } from '../../support/scenes.js';

const texture = (colorSpace: Texture['colorSpace']): Texture => ({
  name: colorSpace,
  width: 1,
  height: 1,
  texels: new Uint8Array(4),
  wrapU: 'repeat',
  wrapV: 'repeat',
  colorSpace,
});

/** Materials: 0 plain, 1 with a texture, 2 with a tinted one, 3 with a linear one. */
const LOOKS: Partial<MaterialLook>[] = [
  { baseColor: [0.5, 0.2, 0, 1] },
  { baseColor: [0.9, 0.9, 0.9, 1], textures: { baseColor: 0 } },
  { baseColor: [0.9, 0.9, 0.9, 1], textures: { baseColor: 0, tint: [1, 0.5, 0] } },
  { baseColor: [0.9, 0.9, 0.9, 1], textures: { baseColor: 1 } },
];
const SCENE = sceneOf([], {
  scatterings: LOOKS.map(() => lambert(0.5)),
  textures: [texture('srgb'), texture('linear')],
  looks: LOOKS,
});

const [SUNLIT, WHITE] = [0xff000000, 0xffffff];
/** Red 188, green 118, blue 10: lights 0.5028865, 0.1811642, 0.0030353 (IEC 61966-2-1). */
const TEXEL = 0x0a76bc;

interface TestPoint {
  material: number;
  color: number;
  normal?: readonly [number, number, number];
}

/** Colours of points that the device describes so. */
function painted(points: readonly TestPoint[], settings: ColorSettings): number[][] {
  const batch = createPointBatch(points.length);
  const words = new Uint32Array((points.length * Point.SIZE) / 4);
  points.forEach(({ material, color, normal = [0, 0, 1] }, i) => {
    batch.material[i] = material;
    batch.normal.set(normal, 3 * i);
    words[(i * Point.SIZE + Point.color) / 4] = color;
  });
  pointPainter(SCENE, pointColoring(settings))(batch, words);
  return colorsOf(batch);
}

const colorsOf = ({ count, rgb }: PointBatch): number[][] =>
  Array.from({ length: count }, (_, i) => [...(rgb ?? []).slice(3 * i, 3 * i + 3)]);

describe('the colour of the surface', () => {
  it('is that of its material, sRGB in 16 bits', () => {
    // 65535 · (1.055 · 0.5^(1/2.4) − 0.055) = 48191.6, of 0.2: 31753.6.
    expect(painted([{ material: 0, color: WHITE }], 'base')).toEqual([[48192, 31754, 0]]);
  });

  it('is that of the texel, 257 for each of its 255 steps', () => {
    expect(painted([{ material: 1, color: TEXEL }], 'base')).toEqual([[188 * 257, 118 * 257, 10 * 257]]);
    const bytes = Array.from({ length: 256 }, (_, k) => k);
    expect(
      painted(
        bytes.map((color) => ({ material: 1, color })),
        'base',
      ),
    ).toEqual(bytes.map((k) => [257 * k, 0, 0]));
  });

  it('times its tint, which is linear', () => {
    // 0.1811642 / 2 = 0.0905821: 65535 · (1.055 · 0.0905821^(1/2.4) − 0.055) = 21814.7.
    expect(painted([{ material: 2, color: TEXEL }], 'base')).toEqual([[188 * 257, 21815, 0]]);
  });

  it('is that of a texture in proportion to the light', () => {
    // 51/255 = 0.2.
    expect(painted([{ material: 3, color: 0x330033 }], 'base')).toEqual([[31754, 0, 31754]]);
  });

  it('does not mind light, nor from where it is seen', () => {
    const points = [0, SUNLIT].map((light) => ({ material: 1, color: (TEXEL | light) >>> 0 }));
    const [shadow, sun] = painted(points, 'base');
    expect(shadow).toEqual(sun);
  });
});

describe('the shaded colour', () => {
  const NOON = { sun: { elevation: Math.PI / 2, light: [1, 1, 1] }, sky: [0.1, 0.2, 0.3], ground: [0, 0, 0] } as const;
  const encoded = (light: number) => Math.round(65535 * (1.055 * light ** (1 / 2.4) - 0.055));

  it('has light of sun and sky in the sun, of the sky in shadow', () => {
    const points = [(SUNLIT | WHITE) >>> 0, WHITE].map((color) => ({ material: 0, color }));
    expect(painted(points, NOON)).toEqual([
      [encoded(0.5 * 1.1), encoded(0.2 * 1.2), 0],
      [encoded(0.5 * 0.1), encoded(0.2 * 0.2), 0],
    ]);
  });

  it('goes by the slope of the surface, and by the texel', () => {
    // Leaning by 60°: half of the sun, three quarters of the sky.
    const normal = [Math.sqrt(0.75), 0, 0.5] as const;
    const [[red, green]] = painted([{ material: 1, color: (SUNLIT | 0x0000ff76) >>> 0, normal }], NOON);
    expect([red, green]).toEqual([encoded(0.1811642 * (0.5 + 0.075)), encoded(0.5 + 0.15)]);
  });
});

it('points get colours where the run wants them, and only there', () => {
  const scene = {
    ...SCENE,
    surfaces: [0, 1].map((material) => ({ instance: 1, material, semantic: 0, classification: 1 })),
  };
  const buffer = new ArrayBuffer(2 * Point.SIZE);
  const view = new DataView(buffer);
  for (const surface of [0, 1]) {
    view.setUint32(surface * Point.SIZE + Point.surface, surface, true);
    view.setUint32(surface * Point.SIZE + Point.color, surface === 0 ? WHITE : TEXEL, true);
  }
  const records = { floats: new Float32Array(buffer), words: new Uint32Array(buffer), count: 2, pulseCount: 2 };
  const context = {
    frameOrigin: [0, 0, 0] as [number, number, number],
    startTime: 0,
    pointSourceId: 1,
    labels: surfaceColumns(scene.surfaces),
    intensity: amplitudeScale({ minEnergy: 1 }),
  };
  expect(unpackPoints(records, context).points.rgb).toBeUndefined();
  const paint = pointPainter(scene, { kind: 'base' });
  expect(colorsOf(unpackPoints(records, { ...context, paint }).points)).toEqual([
    [48192, 31754, 0],
    [188 * 257, 118 * 257, 10 * 257],
  ]);
});
