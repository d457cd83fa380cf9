/* Lines of label_02: devkit_tracking/readme.txt of KITTI's tracking benchmark. */

import { wrapAngle } from '../../../base/angle.js';
import type { Vec3 } from '../../../base/vec3.js';
import type { FrameBox } from '../data-set.js';
import { boxInImage, inCamera } from './camera.js';

/** Decimals of pixels, metres and radians, as in its own files, and how many of their steps are one. */
const DECIMALS = 6;
const STEPS = 10 ** DECIMALS;

/** Shares out of sight from which on an object is of level 1 and of 2: limits of easy and hard of KITTI's objects. */
const LEVELS = [0.15, 0.5] as const;

/** The level of occlusion that is unknown. */
const UNKNOWN = 3;

/**
 * The line of an object in a frame, with the rectangle of its box in the image; undefined: the image does not have it.
 * The box stands upright in the sensor's frame, x forward, y left, z up, as programs draw it.
 */
export function labelLine(frame: number, box: FrameBox): string | undefined {
  const { centre, size, heading, className, instance, object = instance, occlusion } = box;
  const seen = boxInImage(cornersOf(box).map(inCamera));
  if (seen === undefined) return undefined;
  const [length, width, height] = size;
  const [x, y, z] = inCamera([centre[0], centre[1], centre[2] - height / 2]);
  const turn = wrapAngle(-heading - Math.PI / 2);
  const alpha = wrapAngle(turn - Math.atan2(x, z));
  const levels = [levelOf(seen.beyond), occlusion === null ? UNKNOWN : levelOf(occlusion)];
  const numbers = [alpha, ...seen.visible, height, width, length, x, y, z, turn].map(written);
  return `${[frame, object, className, ...levels, ...numbers].join(' ')}\n`;
}

/** A number without the sign of one that is rounded to 0. */
const written = (value: number): string => (Math.round(value * STEPS) / STEPS).toFixed(DECIMALS);

const levelOf = (share: number): number => LEVELS.filter((limit) => share >= limit).length;

/** The corners of a box; bits of their numbers say on which side of its length, width and height they are. */
function cornersOf({ centre, size, heading }: FrameBox): Vec3[] {
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  return Array.from({ length: 8 }, (_, corner): Vec3 => {
    const [u, v, w] = size.map((extent, axis) => ((corner >> axis) & 1 ? extent : -extent) / 2);
    return [centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos, centre[2] + w];
  });
}
