import { DEGREE } from '../../base/angle.js';
import type { Vec3 } from '../../base/vec3.js';

/** Linear light, red, green, blue. */
export type LinearRgb = readonly [number, number, number];

/** Light on the points of a cloud. A white surface (base colour 1) that receives the light 1 is shown white. */
export interface Daylight {
  /** Unit vector to the sun, world. */
  toSun: Vec3;
  /** Light from the sun on a surface that faces it. */
  sun: LinearRgb;
  /** Light from the whole sky, without the sun, on a level surface. */
  sky: LinearRgb;
  /** Light from the ground on a surface that faces straight down. */
  ground: LinearRgb;
  /** Factor of all light. */
  exposure: number;
}

/** Unit vector to a sun at `azimuth`, clockwise from +y (north), and `elevation` above the horizon, radians. */
export function directionToSun(azimuth: number, elevation: number): Vec3 {
  const level = Math.cos(elevation);
  return [level * Math.sin(azimuth), level * Math.cos(azimuth), Math.sin(elevation)];
}

/** A sun in the south-west, 45° high. */
export const AFTERNOON_SUN = Object.freeze({ azimuth: 225 * DEGREE, elevation: 45 * DEGREE });

/**
 * A clear afternoon. A level surface receives 0.165 of its light from the sky (Erbs, Klein and Duffie 1982, Solar
 * Energy 28: the diffuse part under clear skies), more of it blue; with the sun this makes 1 a channel. The ground
 * reflects 0.2 of it, the albedo that Liu and Jordan 1963 (Solar Energy 7) use without snow.
 */
export const DAYLIGHT: Readonly<Daylight> = Object.freeze({
  toSun: directionToSun(AFTERNOON_SUN.azimuth, AFTERNOON_SUN.elevation),
  sun: [1.23, 1.18, 1.1],
  sky: [0.13, 0.165, 0.222],
  ground: [0.2, 0.2, 0.2],
  exposure: 1,
} satisfies Daylight);
