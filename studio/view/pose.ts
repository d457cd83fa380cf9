import type { Eye } from './eye.js';

const AXES = ['x', 'y', 'z'] as const;

/** How the axes of a pose are called: y points to the north. */
export const AXIS_NAMES = Object.freeze({ x: 'x', y: 'y N', z: 'z' });

/** Which way the axes of the world point in the picture, and pixels of a metre at what is looked at. */
export interface Pose {
  /** Parts of their length to the right and up in the picture, and towards the viewer. */
  axes: { name: (typeof AXES)[number]; x: number; y: number; towards: number }[];
  pixels: number;
}

/** Where an eye looks from. Axes that point away come first: those in front are drawn over them. */
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

/** Where the name of an axis begins, so that it does not lie on it. */
export const axisAnchor = (x: number): 'start' | 'middle' | 'end' => (x > 0.3 ? 'start' : x < -0.3 ? 'end' : 'middle');
