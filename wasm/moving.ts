// moving: the place of a mover at the time of a pulse, as the affine map from the device frame into its mesh's: rows
// like those of an Instance. Between two knots of its motion, position and quaternion are linear in time. Times and
// positions are f64 (the GPU: Doubles), rotations f32, rounded step by step as on the GPU; the rows are f32.

import { instrument } from './addresses.generated';
import { alongWay, knotAt, timeInMotion, timeOfKnot } from './knots';
import { DEFORMS, Instance, Instrument, MotionKnot, MOVES, Pulse } from './records.generated';
import { moverCount } from './scene';
import { takeShape } from './shapes';
import { mapRoom } from './work';

/** Whether an instance moves. */
@inline
export function isMoving(instance: usize): bool { return (load<u32>(instance, Instance.flags) & MOVES) != 0; }

/** The pose of a body: set by setPose. */
let x: f32 = 0, y: f32 = 0, z: f32 = 0, w: f32 = 0;
let placeX: f64 = 0, placeY: f64 = 0, placeZ: f64 = 0;

/** The knot of the last pose, which the next one of the same motion may have as well. */
let known: usize = 0;

/** The mover and the time of the map in mapRoom. */
let mapped: usize = 0;
let mappedTime: f64 = 0;

/** The map of an instance at the time of a pulse: that of its record, or the one of a mover at this time. */
@inline
export function mapAt(instance: usize, pulse: usize): usize {
  return isMoving(instance) ? mapAgain(instance, pulse) : instance;
}

/** That of a mover; neighbours ask for the same one. */
function mapAgain(instance: usize, pulse: usize): usize {
  const time = sceneTimeOf(pulse);
  const rows = mapRoom();
  if (instance == mapped && time == mappedTime) return rows;
  mapMover(instance, pulse, rows);
  mapped = instance;
  mappedTime = time;
  return rows;
}

/** The motion of a mover. */
@inline
export function motionOf(instance: usize): usize { return instance + <usize>moverCount * Instance.SIZE; }

/** Stores the rows of a mover's map at the time of a pulse; false if it is not there then. */
export function mapMover(instance: usize, pulse: usize, rows: usize): bool {
  const motion = motionOf(instance), sceneTime = sceneTimeOf(pulse);
  const time = timeInMotion(motion, sceneTime);
  const knot = knotAt(motion, time, known);
  known = knot;
  if (load<u32>(knot, MotionKnot.hidden)) return false;
  setPose(knot, time);
  storeMap(instance, rows);
  if (load<u32>(instance, Instance.flags) & DEFORMS) takeShape(motion, sceneTime, rows);
  return true;
}

/** The scene's clock at the emission of a pulse. */
@inline
function sceneTimeOf(pulse: usize): f64 {
  const high = <f64>load<f32>(instrument, Instrument.sceneTimeHigh);
  const start = high + <f64>load<f32>(instrument, Instrument.sceneTimeLow);
  return start + (<f64>load<f32>(pulse, Pulse.timeHigh) + <f64>load<f32>(pulse, Pulse.timeLow));
}

/** Sets the pose at a time behind a knot. */
function setPose(knot: usize, time: f64): void {
  const perStep = <f64>load<f32>(knot, MotionKnot.perStepHigh) + <f64>load<f32>(knot, MotionKnot.perStepLow);
  // Before the first knot a body stands.
  const share = max<f64>((time - timeOfKnot(knot)) * perStep, 0);
  placeX = alongWay(knot, share);
  placeY = alongWay(knot + 4, share);
  placeZ = alongWay(knot + 8, share);
  const turned = <f32>share;
  x = alongTurn(knot, turned);
  y = alongTurn(knot + 4, turned);
  z = alongTurn(knot + 8, turned);
  w = alongTurn(knot + 12, turned);
}

/** Likewise a number of the quaternion. */
@inline
function alongTurn(knot: usize, share: f32): f32 {
  const from = load<f32>(knot, MotionKnot.orientation);
  return share == 0 ? from : from + share * (load<f32>(knot + MotionKnot.SIZE, MotionKnot.orientation) - from);
}

/** Stores the map from the device frame into the body's, by the pose, and from there into the mesh's. */
function storeMap(instance: usize, rows: usize): void {
  // 2/|q|² as a series: the square is below 1 by 0.017 at most, between knots 30° apart.
  const lack: f32 = 1 - (((x * x + y * y) + z * z) + w * w);
  const s: f32 = 2 + 2 * (lack * (1 + lack * (1 + lack * (1 + lack))));
  const sx = s * x, sy = s * y, sz = s * z;
  const sxx = sx * x, syy = sy * y, szz = sz * z;
  const sxy = sx * y, sxz = sx * z, syz = sy * z;
  const sxw = sx * w, syw = sy * w, szw = sz * w;
  // Rows of body to device frame: those of the inverse are its columns.
  storeColumn(instance, rows, 1 - (syy + szz), sxy - szw, sxz + syw);
  storeColumn(instance, rows + 4, sxy + szw, 1 - (sxx + szz), syz - sxw);
  storeColumn(instance, rows + 8, sxz - syw, syz + sxw, 1 - (sxx + syy));
  for (let row: usize = 0; row < 48; row += 16) storeShift(instance + row, rows + row);
}

/** One column of the linear part: the map of (a, b, c), an axis of the device frame in the body's. */
@inline
function storeColumn(instance: usize, column: usize, a: f32, b: f32, c: f32): void {
  store<f32>(column, inBody(instance, a, b, c));
  store<f32>(column, inBody(instance + 16, a, b, c), 16);
  store<f32>(column, inBody(instance + 32, a, b, c), 32);
}

@inline
function inBody(row: usize, a: f32, b: f32, c: f32): f32 {
  return (load<f32>(row) * a + load<f32>(row, 4) * b) + load<f32>(row, 8) * c;
}

/** The shift of a row, by which the body's place becomes its origin. */
@inline
function storeShift(from: usize, row: usize): void {
  const x = <f64>load<f32>(row) * placeX, y = <f64>load<f32>(row, 4) * placeY, z = <f64>load<f32>(row, 8) * placeZ;
  store<f32>(row, <f32>(<f64>load<f32>(from, 12) - ((x + y) + z)), 12);
}
