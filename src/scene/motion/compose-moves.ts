import { type Affine, compose, transformDirection, transformPoint, translation } from '../../base/affine.js';
import { add, scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { RepeatedUpdate, RigidMove } from './part-motion.js';

/** Whether where a part goes depends on the middle of its scene. */
export const needsSceneMiddle = (updates: readonly RepeatedUpdate[]): boolean =>
  updates.some(
    ({ moves }) =>
      // Of several moves, one about the part's own middle is composed in the frame of the scene's.
      moves.some(({ about, shiftMiddles }) => about === 'scene' || shiftMiddles !== 0) ||
      (moves.length > 1 && moves.some(({ about }) => about === 'part')),
  );

/** A part that is updated: maps are of the frame whose origin is the middle of the scene. */
interface UpdatedBody {
  /** Its middle, which moves about its own middle do not turn. */
  middle: Vec3;
}

/** A move as a map of the frame of the scene's middle. */
export interface FramedMove {
  map: Affine;
  isOwn: boolean;
}

/** A move in the frame whose origin, `middle`, is the middle of the scene. */
export function framedMove(move: RigidMove, middle: Vec3): FramedMove {
  const { linear, about, through, shift, shiftMiddles } = move;
  const isOwn = about === 'part';
  const centre = isOwn ? ORIGIN : about === 'scene' ? through : subtract(through, middle);
  const way = add(shift, scale(middle, shiftMiddles));
  const [x, y, z] = add(way, subtract(centre, transformDirection(linear, centre)));
  return { map: [...linear.slice(0, 3), x, ...linear.slice(4, 7), y, ...linear.slice(8, 11), z], isOwn };
}

const ORIGIN: Vec3 = [0, 0, 0];

/**
 * The map of an update of a body by moves, one at least, the first of them first; moves the body's middle along.
 * Composed as HELIOS++ does (DynMotionEngine, 2.2.2), whose moves about the own middle, of several, are about where the
 * moves before take it, but for two of them at the beginning.
 */
export function composeUpdate(moves: readonly FramedMove[], body: UpdatedBody): Affine {
  const { middle } = body;
  const [first] = moves;
  if (moves.length === 1 && first.isOwn) {
    body.middle = add(middle, originOf(first.map));
    return aboutPoint(first.map, middle);
  }
  let made = first;
  for (const next of moves.slice(1)) made = { map: composeTwo(next, made, middle), isOwn: false };
  body.middle = transformPoint(made.map, middle);
  return made.map;
}

/** Move f after move g of a body whose middle is `middle`. */
function composeTwo(f: FramedMove, g: FramedMove, middle: Vec3): Affine {
  const [to, from] = [translation(middle), translation(scale(middle, -1))];
  if (!f.isOwn) return compose(f.map, g.isOwn ? compose(to, compose(g.map, from)) : g.map);
  const reached = transformPoint(g.map, middle);
  const [there, back] = [translation(reached), translation(scale(reached, -1))];
  if (!g.isOwn) return compose(there, compose(f.map, compose(back, g.map)));
  // HELIOS++ takes g(O) for where the middle is, though g turns about the middle itself.
  return compose(there, compose(f.map, compose(compose(back, to), compose(g.map, from))));
}

/** A map made about a point in place of the origin. */
const aboutPoint = (map: Affine, point: Vec3): Affine =>
  compose(translation(point), compose(map, translation(scale(point, -1))));

const originOf = (map: Affine): Vec3 => [map[3], map[7], map[11]];
