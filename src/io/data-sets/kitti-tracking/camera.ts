/*
 * The left colour camera of KITTI's tracking benchmark as an ideal pinhole in the place of the laser: x right, y down,
 * z forward, pixel centres at whole numbers. Focal length, principal point and size are those of its
 * drives of 26 September 2011 (P2 of calib/0000.txt; Geiger et al. 2013).
 */
import type { Vec3 } from '../../../base/vec3.js';

export const FOCAL_LENGTH = 721.5377;
export const PRINCIPAL_POINT = [609.5593, 172.854] as const;
/** The middles of its last pixels. */
const LAST_PIXEL = [1241, 374] as const;

/** Distance from the camera, metres, from which it sees. */
const NEAR = 0.1;

/** A place in the camera's frame, from one in that of the laser, x forward, y left, z up. */
export const inCamera = ([x, y, z]: Vec3): Vec3 => [-y, -z, x];

/** A rectangle in the image, pixels: left, top, right, bottom. */
export type ImageBox = readonly [number, number, number, number];

/** A half-space: places with a · x + b · y + c · z ≥ d. */
type HalfSpace = readonly [a: number, b: number, c: number, d: number];

const BEFORE: HalfSpace = [0, 0, 1, NEAR];

/** What lies within the image. */
const IN_IMAGE: readonly HalfSpace[] = [0, 1].flatMap((axis): HalfSpace[] => {
  const [u, v] = axis === 0 ? [FOCAL_LENGTH, 0] : [0, FOCAL_LENGTH];
  return [
    [u, v, PRINCIPAL_POINT[axis], 0],
    [-u, -v, LAST_PIXEL[axis] - PRINCIPAL_POINT[axis], 0],
  ];
});

/** Corners of the six faces of a box by their numbers, whose bits say on which side of each axis they are. */
const FACES = [
  [0, 1, 3, 2],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 3, 7, 5],
] as const;

/** The sight of a box. */
export interface BoxInImage {
  /** The rectangle around what the image has of it. */
  visible: ImageBox;
  /** Share of the rectangle around all of it before the camera that lies beyond the image. */
  beyond: number;
}

/** The sight of a box whose eight corners, numbered as those of a cube, are in the camera's frame; undefined: none. */
export function boxInImage(corners: readonly Vec3[]): BoxInImage | undefined {
  const faces = FACES.map((face) =>
    clipped(
      face.map((corner) => corners[corner]),
      BEFORE,
    ),
  );
  const whole = rectangleOf(faces);
  const visible = rectangleOf(faces.map((face) => IN_IMAGE.reduce(clipped, face)));
  if (areaOf(visible) === 0) return undefined;
  return { visible, beyond: 1 - areaOf(visible) / areaOf(whole) };
}

/** The part of a polygon in a half-space (Sutherland and Hodgman 1974). */
function clipped(polygon: readonly Vec3[], [a, b, c, d]: HalfSpace): Vec3[] {
  const depths = polygon.map(([x, y, z]) => a * x + b * y + c * z - d);
  return polygon.flatMap((corner, k) => {
    const next = (k + 1) % polygon.length;
    const [here, there] = [depths[k], depths[next]];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    const crossing = corner.map((value, axis) => value + share * (polygon[next][axis] - value));
    return [...kept, crossing as unknown as Vec3];
  });
}

function rectangleOf(polygons: readonly (readonly Vec3[])[]): ImageBox {
  const places = polygons.flat();
  const u = places.map(([x, , z]) => PRINCIPAL_POINT[0] + (FOCAL_LENGTH * x) / z);
  const v = places.map(([, y, z]) => PRINCIPAL_POINT[1] + (FOCAL_LENGTH * y) / z);
  return [Math.min(...u), Math.min(...v), Math.max(...u), Math.max(...v)];
}

/** The area of a rectangle, that of nothing included. */
const areaOf = ([left, top, right, bottom]: ImageBox): number => Math.max(0, right - left) * Math.max(0, bottom - top);
