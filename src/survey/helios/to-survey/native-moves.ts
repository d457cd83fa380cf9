import { length, normalize, scale, type Vec3 } from '../../../base/vec3.js';
import type { HeliosMotion } from '../motions-xml.js';

/** A move in the keys of a motion by updates. */
export type Move = Readonly<Record<string, unknown>>;

/**
 * The moves of a sequence of HELIOS++'s motions. Its axes and planes go through the middle of the scene, to which
 * `autoCRS` = 1 makes centres be those of the world.
 */
export function nativeMoves(motions: readonly HeliosMotion[]): Move[] {
  const moves = motions.flatMap(movesOf);
  // Between moves about the part's own middle, even one that does nothing changes how they are composed.
  if (motions.some(({ isOwn }) => isOwn)) return moves;
  const effective = moves.filter((move) => Object.keys(move).length > 0);
  return effective.length > 0 ? effective : [{}];
}

function movesOf(motion: HeliosMotion): Move[] {
  const { type, vec, axis, ortho, shift, center, glide, isOwn, autoCrs } = motion;
  switch (type) {
    case 'identity':
      return [aboutOf(motion, {})];
    case 'translation':
      return [aboutOf(motion, translated(vec, autoCrs))];
    case 'rotation':
      return center === undefined ? [aboutOf(motion, turned(motion))] : aboutCentre(motion, center);
    case 'helical':
      return [
        aboutOf(motion, { ...turned(motion), ...translated(length(axis) > 0 ? scale(normalize(axis), glide) : axis) }),
      ];
    case 'reflection':
    case 'glideplane':
      return [aboutOf(motion, { mirror: ortho, ...translated(shift) })];
    case 'rotsym': {
      const turn = { ...turned(motion), mirror: axis };
      if (center === undefined) return [aboutOf(motion, turn)];
      // HELIOS++ makes its translation of the centre, which a move about the part keeps.
      return isOwn
        ? [{ ...aboutOf(motion, turn), ...translated(keptShift(motion, center)) }]
        : [{ ...aboutOf(motion, turn), through: center }];
    }
  }
}

/** A turn about a centre: in HELIOS++ three motions, there, the turn, and back. */
function aboutCentre(motion: HeliosMotion, center: Vec3): Move[] {
  const { isOwn, autoCrs } = motion;
  const turn = turned(motion);
  if (!isOwn && autoCrs === 1) return [Object.keys(turn).length > 0 ? { ...turn, through: center } : {}];
  if (!isOwn && autoCrs === 0)
    return [Object.keys(turn).length > 0 ? { ...turn, about: 'scene', through: center } : {}];
  return [
    aboutOf(motion, translated(scale(center, -1), autoCrs)),
    aboutOf(motion, turn),
    aboutOf(motion, translated(center, -autoCrs)),
  ];
}

/** The rotation of a motion; none of one about no axis, whose angle is 0. */
const turned = ({ axis, angle }: HeliosMotion): Move => (length(axis) > 0 ? { rotate: { axis, angle } } : {});

const translated = (vec: Vec3, middles = 0): Move => ({
  ...(vec.some((value) => value !== 0) && { translate: vec }),
  ...(middles !== 0 && { middles }),
});

/** A move about the part, or, if it turns or mirrors, about the middle of the scene. */
function aboutOf({ isOwn }: HeliosMotion, move: Move): Move {
  if (isOwn) return { ...move, about: 'part' };
  return 'rotate' in move || 'mirror' in move ? { ...move, about: 'scene' } : move;
}

/** c − A c, for the centre c of a rotation about an axis, A, with a mirror across that axis. */
function keptShift({ axis, angle }: HeliosMotion, center: Vec3): Vec3 {
  const unit = normalize(axis);
  const along = unit[0] * center[0] + unit[1] * center[1] + unit[2] * center[2];
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const across: Vec3 = [
    unit[1] * center[2] - unit[2] * center[1],
    unit[2] * center[0] - unit[0] * center[2],
    unit[0] * center[1] - unit[1] * center[0],
  ];
  // A c = c cos θ + (u × c) sin θ + u (u · c) (1 − cos θ) − 2 u (u · c): the turn, then the mirror.
  const image = (k: 0 | 1 | 2) => center[k] * cos + across[k] * sin - unit[k] * along * (1 + cos);
  return [center[0] - image(0), center[1] - image(1), center[2] - image(2)];
}
