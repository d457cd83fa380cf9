// shapes: the shape of a mover's mesh at the time of a pulse. A clip has keys; the time of a pulse gives a moment of
// the clip, this the interval between two keys and the share of it that has passed. Each interval has a tree of its own
// over the places that triangles sweep in it (blend.ts).

import { instances } from './addresses.generated';
import { alongWay, knotAt, timeInRounds, timeOfKnot } from './knots';
import { DEFORMS, Instance, Motion, MotionKnot, Phases, Shape, TriangleBlock } from './records.generated';

/** Behind the rows of a mover's map: the share of the interval, and the number of the interval. */
const SHARE: usize = 48;
const INTERVAL: usize = 52;

/** Whether the mesh of an instance changes its shape. */
@inline
export function isDeforming(instance: usize): bool { return (load<u32>(instance, Instance.flags) & DEFORMS) != 0; }

/** The share of the interval, and the number of the interval, in a mover's map. */
@inline
export function shareIn(map: usize): f32 { return load<f32>(map, SHARE); }
@inline
export function intervalIn(map: usize): u32 { return load<u32>(map, INTERVAL); }

/** The shape of a mover, by its motion. */
@inline
export function shapeOf(motion: usize): usize { return recordAt(load<u32>(motion, Motion.shape)); }

/** Nodes from the tree of an interval to that of the next one, and bytes from the blocks of a key to the next key's. */
@inline
export function nodeStrideOf(shape: usize): u32 { return load<u32>(shape, Shape.nodeStride); }
@inline
export function cornerStrideOf(shape: usize): usize {
  return <usize>load<u32>(shape, Shape.cornerStride) * TriangleBlock.SIZE;
}

@inline
function recordAt(number: u32): usize { return instances + <usize>number * Instance.SIZE; }

/** The knots of the last phase and of the last interval. */
let knownPhase: usize = 0;
let knownKey: usize = 0;

/** Puts the interval of a mover at a time of the scene's clock, and the share of it, into its map. */
export function takeShape(motion: usize, time: f64, map: usize): void {
  const shape = shapeOf(motion);
  const moment = timeInRounds(shape, momentAt(recordAt(load<u32>(motion, Motion.phases)), time));
  knownKey = knotAt(shape, moment, knownKey);
  const passed = (moment - timeOfKnot(knownKey)) * perStepOf(knownKey);
  const first = recordAt(load<u32>(shape, Shape.firstKnot));
  store<f32>(map, <f32>min<f64>(max<f64>(passed, 0), 1), SHARE);
  store<u32>(map, <u32>((knownKey - first) / MotionKnot.SIZE), INTERVAL);
}

/** The moment of the clip at a time; before the first of its phases the first, after the last the last. */
function momentAt(phases: usize, time: f64): f64 {
  knownPhase = knotAt(phases, time, knownPhase);
  return alongWay(knownPhase, max<f64>((time - timeOfKnot(knownPhase)) * perStepOf(knownPhase), 0));
}

@inline
function perStepOf(knot: usize): f64 {
  return <f64>load<f32>(knot, MotionKnot.perStepHigh) + <f64>load<f32>(knot, MotionKnot.perStepLow);
}
