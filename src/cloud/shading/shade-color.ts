import type { Vec3 } from '../../base/vec3.js';
import type { Daylight, LinearRgb } from './daylight.js';
import { encodeRgb16 } from './srgb.js';

/**
 * Light (linear, 1 is white) reflected by a Lambertian surface under sun, sky and ground, per channel:
 *   base · exposure · (sun · V · max(0, n·s) + sky · (1 + n_z)/2 + ground · (1 − n_z)/2),
 * with the `normal` n (unit, world), the direction s of the sun, and the visible share V of the sun (`sunVisibility`: 0
 * in shadow, 1 in the open). (1 + n_z)/2 is the view factor of a uniform sky for a tilted surface, (1 − n_z)/2 that of
 * level ground (Liu and Jordan 1963, Solar Energy 7). Without a normal (0, 0, 0) it uses half of either, and no sun.
 */
export function shadeColor(base: LinearRgb, normal: Vec3, sunVisibility: number, daylight: Daylight): LinearRgb {
  const direct = sunVisibility * sunCosine(normal[0], normal[1], normal[2], daylight.toSun);
  return [
    base[0] * lightOn(0, direct, normal[2], daylight),
    base[1] * lightOn(1, direct, normal[2], daylight),
    base[2] * lightOn(2, direct, normal[2], daylight),
  ];
}

/** Points to be shaded, `count` of them. */
export interface ShadedPoints {
  count: number;
  /** Linear base colours, 3 × count, 0…1. */
  base: Float32Array;
  /** Unit vectors, world, 3 × count. */
  normal: Float32Array;
  /** Visible share of the sun at each point, 0…1. */
  sunVisibility: Uint8Array | Float32Array;
}

/** Colours of the points by `shadeColor`, sRGB-encoded in 16 bits a channel (3 × count), as in LAS. */
export function shadePoints({ count, base, normal, sunVisibility }: ShadedPoints, daylight: Daylight): Uint16Array {
  const rgb = new Uint16Array(3 * count);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const up = normal[k + 2];
    const direct = sunVisibility[i] * sunCosine(normal[k], normal[k + 1], up, daylight.toSun);
    for (let channel = 0; channel < 3; channel++)
      rgb[k + channel] = encodeRgb16(base[k + channel] * lightOn(channel, direct, up, daylight));
  }
  return rgb;
}

/**
 * Colours of points under a lamp at the scanner, encoded as by `shadePoints`: base · exposure · cos θ, with the
 * incidence angle θ (radians) of each point. The lamp is as bright at any range and casts no shadow, since the scanner
 * sees everything it shines on.
 */
export function shadeByLamp(base: Float32Array, incidenceAngle: Float32Array, exposure: number): Uint16Array {
  const rgb = new Uint16Array(base.length);
  for (let k = 0; k < rgb.length; k++)
    rgb[k] = encodeRgb16(base[k] * exposure * Math.max(0, Math.cos(incidenceAngle[Math.floor(k / 3)])));
  return rgb;
}

/** 0 if the surface faces away. */
const sunCosine = (x: number, y: number, z: number, toSun: Vec3): number =>
  Math.max(0, x * toSun[0] + y * toSun[1] + z * toSun[2]);

/** Light of one channel on a surface with the vertical component `up` of its normal; `direct` is the sun's part. */
function lightOn(channel: number, direct: number, up: number, { sun, sky, ground, exposure }: Daylight): number {
  return exposure * (sun[channel] * direct + (sky[channel] * (1 + up) + ground[channel] * (1 - up)) / 2);
}
