import type { PointBatch } from '../../cloud/point-batch.js';
import type { LinearRgb } from '../../cloud/shading/daylight.js';
import type { PointColoring } from '../../cloud/shading/point-coloring.js';
import { shadeByLamp, shadePoints } from '../../cloud/shading/shade-color.js';
import { encodeRgb16, srgbToLinear } from '../../cloud/shading/srgb.js';
import { Point } from '../../device/records.generated.js';
import type { SceneFacts } from './scene-facts.js';

/**
 * Sets the colours of a chunk's points from its records, and from the materials and normals that the points already
 * have.
 */
export type PaintPoints = (batch: PointBatch, words: Uint32Array) => void;

const WORDS = Point.SIZE / 4;
const COLOR = Point.color / 4;
const BYTES = 256;
/** The highest bit of a colour's light byte, which is 255 or 0. */
const SUNLIT_SHIFT = 31;

/** Light of a texel's byte: first sRGB-encoded, then linear. */
const LIGHT = Float32Array.from({ length: 2 * BYTES }, (_, k) =>
  k < BYTES ? srgbToLinear(k / (BYTES - 1)) : (k - BYTES) / (BYTES - 1),
);

/** Paints the points of a scene: sRGB-encoded, 16 bits a channel, as in LAS. */
export function pointPainter(scene: Pick<SceneFacts, 'materials' | 'textures'>, coloring: PointColoring): PaintPoints {
  const paints = paintsOf(scene);
  if (coloring.kind === 'base')
    return (batch, words) => {
      batch.rgb = encodeBase(baseColors(batch, words, paints));
    };
  if (coloring.kind === 'lamp')
    return (batch, words) => {
      batch.rgb = shadeByLamp(baseColors(batch, words, paints), batch.incidenceAngle, coloring.exposure);
    };
  return (batch, words) => {
    const { count, normal } = batch;
    const base = baseColors(batch, words, paints);
    batch.rgb = shadePoints({ count, base, normal, sunVisibility: sunlit(count, words) }, coloring.daylight);
  };
}

/** By material: the colour that multiplies its texels, three numbers each, and the offset in LIGHT for their bytes. */
interface Paints {
  factors: Float32Array;
  light: Uint16Array;
}

function paintsOf({ materials, textures }: Pick<SceneFacts, 'materials' | 'textures'>): Paints {
  const paints = { factors: new Float32Array(3 * materials.length), light: new Uint16Array(materials.length) };
  materials.forEach((material, m) => {
    const texture = material.textures?.baseColor;
    const factor = texture === undefined ? material.baseColor.slice(0, 3) : (material.textures?.tint ?? WHITE);
    paints.factors.set(factor, 3 * m);
    if (texture !== undefined && textures[texture].colorSpace === 'linear') paints.light[m] = BYTES;
  });
  return paints;
}

const WHITE: LinearRgb = [1, 1, 1];

/** Linear colours of the surfaces at the points. The texel of a material without a texture is white. */
function baseColors({ count, material }: PointBatch, words: Uint32Array, { factors, light }: Paints): Float32Array {
  const base = new Float32Array(3 * count);
  for (let i = 0, w = COLOR; i < count; i++, w += WORDS) {
    const texel = words[w];
    const from = 3 * material[i];
    const space = light[material[i]];
    base[3 * i] = factors[from] * LIGHT[space + (texel & 255)];
    base[3 * i + 1] = factors[from + 1] * LIGHT[space + ((texel >>> 8) & 255)];
    base[3 * i + 2] = factors[from + 2] * LIGHT[space + ((texel >>> 16) & 255)];
  }
  return base;
}

/** 1 for points in sunlight. */
function sunlit(count: number, words: Uint32Array): Uint8Array {
  const seen = new Uint8Array(count);
  for (let i = 0, w = COLOR; i < count; i++, w += WORDS) seen[i] = words[w] >>> SUNLIT_SHIFT;
  return seen;
}

function encodeBase(base: Float32Array): Uint16Array {
  const rgb = new Uint16Array(base.length);
  for (let k = 0; k < rgb.length; k++) rgb[k] = encodeRgb16(base[k]);
  return rgb;
}
