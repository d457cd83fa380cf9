import type { Eye } from './eye.js';

const AXES = ['x', 'y', 'z'] as const;

/** Names of the axes of a pose: y points to the north. */
export const AXIS_NAMES = Object.freeze({ x: 'x', y: 'y N', z: 'z' });

/** Directions of the world's axes in the picture, and the pixels of a metre at the centre of attention. */
export interface Pose {
  /** Parts of their length to the right and up in the picture, and towards the viewer. */
  axes: { name: (typeof AXES)[number]; x: number; y: number; towards: number }[];
  pixels: number;
}

/** The pose of an eye. Axes that point away come first: those in front are drawn over them. */
export function poseOf({ camera, controls: { target, domElement } }: Eye): Pose {
  camera.updateMatrixWorld();
  const { elements } = camera.matrixWorldInverse;
  const axes = AXES.map((name, k) => ({
    name,
    x: elements[4 * k],
    y: elements[4 * k + 1],
    towards: elements[4 * k + 2],
  }));
  const distance = camera.position.distanceTo(target);
  const height = domElement?.clientHeight ?? 0;
  const pixels = height / (2 * distance * Math.tan((camera.fov * Math.PI) / 360));
  return { axes: axes.sort((a, b) => a.towards - b.towards), pixels };
}

/** Anchor of an axis' name, so that it does not lie on the axis. */
export const axisAnchor = (x: number): 'start' | 'middle' | 'end' => (x > 0.3 ? 'start' : x < -0.3 ? 'end' : 'middle');
