import type { SampledMotion } from '../motion/sampled-motion.js';
import type { Scene } from '../scene.js';
import { addShapes, type ObjectBox, ObjectShape } from './object-shape.js';

/** A piece of an object that moves as a whole. */
export interface ObjectPiece {
  /** In the frame of its body; of one that stands, in the world. */
  box: ObjectBox;
  /** The motion of its body; absent: it stands. */
  motion?: SampledMotion;
}

/** An object over the time of a run, plain data: its largest piece, and others. */
export interface TimedObject extends ObjectPiece {
  /** Pieces that move in another way; absent: it has one alone. */
  others?: readonly ObjectPiece[];
}

/** Whether an object may move. */
export const canMove = ({ motion, others }: TimedObject): boolean => motion !== undefined || others !== undefined;

/** Whether any of these objects may move. */
export const anyMoves = (objects: ReadonlyMap<number, TimedObject>): boolean => [...objects.values()].some(canMove);

/**
 * The objects `wanted` of a scene over time, by number. The pieces of an object that move together have one box in the
 * frame of their body, as `objectBoxes` makes those of objects that stand; without a front, it lies along that of its
 * sides which is nearest to the body's forward direction.
 */
export function timedObjects(scene: Scene, wanted: Iterable<number>): Map<number, TimedObject> {
  const shapes = new Map([...wanted].map((object) => [object, new Map<number | undefined, ObjectShape>()]));
  for (const instance of scene.instances)
    addShapes(scene, instance, (object) => shapeIn(shapes.get(object), instance.motion));
  const objects = new Map<number, TimedObject>();
  for (const [object, ofMotions] of shapes) {
    const found = piecesOf(scene, object, ofMotions);
    if (found) objects.set(object, found);
  }
  return objects;
}

/** The shape of the pieces with this motion, which is made if it is not there. */
function shapeIn(shapes: Map<number | undefined, ObjectShape> | undefined, motion: number | undefined) {
  if (shapes === undefined) return undefined;
  const known = shapes.get(motion) ?? new ObjectShape();
  shapes.set(motion, known);
  return known;
}

function piecesOf(
  { motions = [], fronts }: Scene,
  object: number,
  shapes: ReadonlyMap<number | undefined, ObjectShape>,
): TimedObject | undefined {
  const front = fronts?.[object];
  const pieces = [...shapes].flatMap(([number, shape]): ObjectPiece[] => {
    const box = number === undefined ? shape.box(front) : shape.boxInBody(front);
    return box ? [{ box, ...(number !== undefined && { motion: motions[number] }) }] : [];
  });
  const [largest, ...others] = pieces.sort((a, b) => Math.hypot(...b.box.size) - Math.hypot(...a.box.size));
  return others.length > 0 ? { ...largest, others } : largest;
}
