import { DEGREE } from '../../base/angle.js';
import { fromAttitude, rotate } from '../../base/quaternion.js';
import { add, cross, dot, length, normalize, type Vec3 } from '../../base/vec3.js';
import { deflectorKind } from '../deflectors/index.js';
import type { Scanner } from '../scanner.js';
import type { ListedPattern } from './list-pattern.js';
import type { Pulses } from './pulses.js';

/** The place of each pulse in a picture of a pattern; NaN for pulses that are not fired. */
export interface PatternView {
  x: Float64Array;
  y: Float64Array;
  xAxis: PatternAxis;
  yAxis: PatternAxis;
  /** Whether both axes have the same scale. */
  equal: boolean;
  /** Description of the view. */
  caption: string;
}

/** Quantity on an axis: degrees, distances on a plane at distance 1 (labelled with their angles), or milliseconds. */
export interface PatternAxis {
  title: string;
  scale: 'degrees' | 'tangent' | 'milliseconds';
}

/** Largest angle from the middle at which a plane shows beams. */
const PLANE_ANGLE_MAX = 72 * DEGREE;

/**
 * The usual view of the pattern: on a plane across the middle beam if all beams are near it, otherwise by azimuth and
 * elevation. A scanner whose lines need a moving platform is shown as if it moved across them.
 */
export function viewPattern(scanner: Scanner, { pulses, seconds }: ListedPattern): PatternView {
  const moving = needsMotion(scanner);
  const middle = middleBeam(pulses);
  const onPlane = middle !== undefined && widestAngle(pulses, middle) < PLANE_ANGLE_MAX;
  if (moving && onPlane) return swathView(scanner, pulses, middle, seconds);
  if (moving) return lineView(scanner, pulses);
  return onPlane ? planeView(pulses, middle) : panoramaView(pulses);
}

/** Whether the scanner alone repeats one line, or one closed curve, over and over. */
function needsMotion({ deflector, head }: Scanner): boolean {
  if (head !== undefined) return false;
  const kind = deflectorKind(deflector);
  return ['line', 'loop'].includes(kind.shape) && kind.turn(deflector) === undefined;
}

const directionOf = ({ directions }: Pulses, k: number): Vec3 => [
  directions[3 * k],
  directions[3 * k + 1],
  directions[3 * k + 2],
];

/** Mean direction of all pulses, or undefined if they point all ways. */
function middleBeam(pulses: Pulses): Vec3 | undefined {
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < pulses.count; k++)
    if (!pulses.silent[k]) for (let axis = 0; axis < 3; axis++) sum[axis] += pulses.directions[3 * k + axis];
  return length(sum) > 1e-3 * pulses.count ? normalize(sum) : undefined;
}

function widestAngle(pulses: Pulses, middle: Vec3): number {
  let least = 1;
  for (let k = 0; k < pulses.count; k++)
    if (!pulses.silent[k]) least = Math.min(least, dot(directionOf(pulses, k), middle));
  return Math.acos(Math.max(-1, least));
}

/** Fills x and y of all pulses that are fired. */
function place(pulses: Pulses, at: (direction: Vec3, k: number) => readonly [number, number]) {
  const x = new Float64Array(pulses.count).fill(Number.NaN);
  const y = new Float64Array(pulses.count).fill(Number.NaN);
  for (let k = 0; k < pulses.count; k++) if (!pulses.silent[k]) [x[k], y[k]] = at(directionOf(pulses, k), k);
  return { x, y };
}

const UP: Vec3 = [0, 0, 1];
const FORWARD: Vec3 = [0, 1, 0];

/** On a plane across the middle beam, at distance 1. */
function planeView(pulses: Pulses, middle: Vec3): PatternView {
  const right = normalize(cross(middle, Math.abs(middle[2]) > 0.99 ? FORWARD : UP));
  const up = cross(right, middle);
  const onPlane = (d: Vec3) => [dot(d, right) / dot(d, middle), dot(d, up) / dot(d, middle)] as const;
  return {
    ...place(pulses, onPlane),
    xAxis: { title: 'right', scale: 'tangent' },
    yAxis: { title: 'up', scale: 'tangent' },
    equal: true,
    caption: 'on a plane across the middle beam',
  };
}

/**
 * On a plane across the middle beam, which moves along the axis of the lines by as much as the width of the swath in
 * all.
 */
function swathView(scanner: Scanner, pulses: Pulses, middle: Vec3, seconds: number): PatternView {
  const axis = lineAxis(scanner);
  const along = normalize(cross(middle, cross(axis, middle)));
  const across = cross(middle, along);
  const onPlane = (d: Vec3) => [dot(d, across) / dot(d, middle), dot(d, along) / dot(d, middle)] as const;
  const { x, y } = place(pulses, onPlane);
  const swath = x.reduce((widest, value) => (Math.abs(value) > widest ? Math.abs(value) : widest), 0) * 2;
  for (let k = 0; k < pulses.count; k++) y[k] += swath * (pulses.times[k] / seconds - 0.5);
  return {
    x,
    y,
    xAxis: { title: 'across', scale: 'tangent' },
    yAxis: { title: 'along', scale: 'tangent' },
    equal: true,
    caption: 'on a plane, the platform moving as far as the swath is wide',
  };
}

/** Lines by angle and time. */
function lineView(scanner: Scanner, pulses: Pulses): PatternView {
  const axis = lineAxis(scanner);
  const { elevation, azimuthOffset, roll } = scanner.channels[0];
  const ahead = rotate(fromAttitude(azimuthOffset, elevation, roll), FORWARD);
  const side = cross(axis, ahead);
  return {
    ...place(pulses, (d, k) => [Math.atan2(dot(d, side), dot(d, ahead)) / DEGREE, pulses.times[k] * 1e3]),
    xAxis: { title: 'angle along the line', scale: 'degrees' },
    yAxis: { title: 'time', scale: 'milliseconds' },
    equal: false,
    caption: 'line after line',
  };
}

/** The axis about which lines are swept, in the head's frame: the mean of all lasers. */
function lineAxis({ channels }: Scanner): Vec3 {
  const axes = channels.map(({ azimuthOffset, elevation, roll }) =>
    rotate(fromAttitude(azimuthOffset, elevation, roll), [1, 0, 0]),
  );
  return normalize(axes.reduce(add));
}

function panoramaView(pulses: Pulses): PatternView {
  return {
    ...place(pulses, ([x, y, z]) => [Math.atan2(x, y) / DEGREE, Math.asin(Math.max(-1, Math.min(1, z))) / DEGREE]),
    xAxis: { title: 'azimuth', scale: 'degrees' },
    yAxis: { title: 'elevation', scale: 'degrees' },
    equal: false,
    caption: 'azimuth clockwise from forward, elevation',
  };
}
