import { add, type Box3, cross, dot, normalize, scale, subtract, type Vec3 } from '../../base/vec3.js';

/** An ideal camera. Pixel (0, 0) is the picture's upper left corner. */
export interface Projection {
  kind: 'orthographic' | 'perspective';
  width: number;
  height: number;
  eye: Vec3;
  /** Unit vectors of the camera in the world, right-handed: right × up = −forward. */
  right: Vec3;
  up: Vec3;
  forward: Vec3;
  /** Pixels per metre: at depth 1 m in perspective, otherwise everywhere. */
  focal: number;
  /** Depth of the subject's middle in a perspective, metres. */
  middleDepth?: number;
}

/** A place and direction that the user chose for a perspective camera. */
export interface CameraPose {
  /** Place in the cloud's coordinates, metres. */
  eye: Vec3;
  /** Direction of view, radians: clockwise from north (+y), and above the horizon. */
  azimuth: number;
  elevation: number;
  /** Vertical angle of view, radians; 34° unless given. */
  fieldOfView?: number;
}

/** Column, row (pixels, from the upper left) and depth (metres along `forward`) of a world point. */
export function project(camera: Projection, point: Vec3): Vec3 {
  const offset = subtract(point, camera.eye);
  const depth = dot(offset, camera.forward);
  const zoom = pixelsPerMetre(camera, depth);
  return [
    camera.width / 2 + dot(offset, camera.right) * zoom,
    camera.height / 2 - dot(offset, camera.up) * zoom,
    depth,
  ];
}

/** Pixels per metre across the view at `depth`. */
export function pixelsPerMetre(camera: Projection, depth: number): number {
  return camera.kind === 'perspective' ? camera.focal / depth : camera.focal;
}

/** Axes of a camera that looks along `forward`, with the world's z (or y, if it looks straight up or down) upwards. */
export function cameraAxes(forward: Vec3): { right: Vec3; up: Vec3; forward: Vec3 } {
  const ahead = normalize(forward);
  const straight = Math.abs(ahead[2]) > 1 - 1e-9;
  const right = normalize(cross(ahead, straight ? [0, 1, 0] : [0, 0, 1]));
  return { right, up: cross(right, ahead), forward: ahead };
}

/** An orthographic camera that looks along `forward`, with `box` centred. */
export function orthographic(box: Box3, forward: Vec3, width: number, height: number): Projection {
  const axes = cameraAxes(forward);
  const centre = scale(add(box.min, box.max), 0.5);
  const half = scale(subtract(box.max, box.min), 0.5);
  const extent = (axis: Vec3) => axis.reduce((sum, part, k) => sum + Math.abs(part) * half[k], 0);
  const fit = Math.min(width / 2 / extent(axes.right), height / 2 / extent(axes.up));
  const focal = Number.isFinite(fit) ? fit : Math.min(width, height) / 2;
  const eye = subtract(centre, scale(axes.forward, extent(axes.forward) + 1));
  return { kind: 'orthographic', width, height, eye, ...axes, focal };
}

/** Vertical angle of view, radians: neither a telescope nor a fish-eye. */
const FIELD_OF_VIEW = (34 * Math.PI) / 180;

/** Pixels per metre at depth 1 m of a perspective camera with `height` pixels. */
const focalOf = (height: number, fieldOfView = FIELD_OF_VIEW): number => height / 2 / Math.tan(fieldOfView / 2);

/** A perspective camera at a place and in a direction. */
export function posedPerspective(pose: CameraPose, width: number, height: number): Projection {
  const { eye, azimuth, elevation, fieldOfView } = pose;
  const level = Math.cos(elevation);
  const forward: Vec3 = [Math.sin(azimuth) * level, Math.cos(azimuth) * level, Math.sin(elevation)];
  return {
    kind: 'perspective',
    width,
    height,
    eye,
    ...cameraAxes(forward),
    focal: focalOf(height, fieldOfView),
  };
}

/**
 * The planes that bound the view of a perspective camera along `forward`, by vectors that point out of it: left, right,
 * below, above. A plane's distance from two places differs by the product of its vector with their difference.
 */
export function viewPlanes(forward: Vec3, width: number, height: number): [Vec3, Vec3, Vec3, Vec3] {
  const { right, up, forward: ahead } = cameraAxes(forward);
  const focal = focalOf(height);
  const [besideView, aboveView] = [width / 2 / focal, height / 2 / focal].map((half) => scale(ahead, half));
  const outward = (axis: Vec3, inward: Vec3): [Vec3, Vec3] => [
    subtract(scale(axis, -1), inward),
    subtract(axis, inward),
  ];
  return [...outward(right, besideView), ...outward(up, aboveView)];
}

/**
 * A perspective camera that looks along `forward`, as close as possible with all of `points` (3 numbers each) in view.
 */
export function perspective(points: Float64Array, forward: Vec3, width: number, height: number): Projection {
  const axes = cameraAxes(forward);
  const focal = focalOf(height);
  const [halfX, halfY] = [width / 2 / focal, height / 2 / focal];
  const start: Vec3 = [points[0], points[1], points[2]];
  const planes = outermostPlanes(points, axes, halfX, halfY);
  const back = Math.max((planes[0] + planes[1]) / 2 / halfX, (planes[2] + planes[3]) / 2 / halfY, 1);
  const sideways = add(scale(axes.right, (planes[1] - planes[0]) / 2), scale(axes.up, (planes[3] - planes[2]) / 2));
  const eye = subtract(add(start, sideways), scale(axes.forward, back));
  return { kind: 'perspective', width, height, eye, ...axes, focal };
}

/**
 * From an eye e, a point p is in view if |right·(p − e)| ≤ halfX forward·(p − e), and the same holds for up: four
 * planes through e, each moved outwards as far as a point requires. Relative to the first point.
 */
function outermostPlanes(
  points: Float64Array,
  { right, up, forward }: ReturnType<typeof cameraAxes>,
  halfX: number,
  halfY: number,
): [number, number, number, number] {
  const [startX, startY, startZ] = points;
  const [rightX, rightY, rightZ] = right;
  const [upX, upY, upZ] = up;
  const [forwardX, forwardY, forwardZ] = forward;
  let [toLeft, toRight, down, upwards] = [-Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - startX;
    const y = points[i + 1] - startY;
    const z = points[i + 2] - startZ;
    const r = x * rightX + y * rightY + z * rightZ;
    const u = x * upX + y * upY + z * upZ;
    const f = x * forwardX + y * forwardY + z * forwardZ;
    toLeft = Math.max(toLeft, -r - halfX * f);
    toRight = Math.max(toRight, r - halfX * f);
    down = Math.max(down, -u - halfY * f);
    upwards = Math.max(upwards, u - halfY * f);
  }
  return [toLeft, toRight, down, upwards];
}
