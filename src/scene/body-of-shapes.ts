import { compose, determinant, translation } from '../base/affine.js';
import { IDENTITY_ROTATION } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import type { ModelAnimation } from './animation/model-animation.js';
import type { PartAnimation } from './animation/part-animation.js';
import type { BodyPlace } from './limbs.js';
import { phasesOfClip } from './motion/clip-phases.js';
import { writtenRun } from './motion/clip-stretches.js';
import type { SceneClock } from './motion/part-motion.js';

/** A placement of a part whose clip bends some of its meshes. */
interface BentPart {
  model: { animation: ModelAnimation };
  animation: PartAnimation;
  clock: SceneClock;
  /** Seconds by which it is late. */
  delay: number;
}

/**
 * What carries the meshes of a placement that change their shapes: of a part that moves, its own motion with the
 * phases of the clip, which all of it gets; of one that stands, a body that stands, for these meshes alone. Nothing
 * where the part is flattened. Throws UserError for a way with too many phases.
 */
export function bodyOfShapes(
  { model, animation, clock, delay }: BentPart,
  { place, motion }: BodyPlace,
): { motion?: BodyPlace['motion']; bent?: Required<BodyPlace> } {
  if (determinant(place) === 0) return {};
  const played = { duration: model.animation.duration, delay, run: writtenRun(clock) };
  const phases = phasesOfClip(animation, { ...played, ...(motion && { carrier: motion }) });
  if (motion !== undefined) return { motion: { ...motion, phases } };
  const position: Vec3 = [place[3], place[7], place[11]];
  const stands = {
    times: Float64Array.of(0, 1),
    positions: Float64Array.of(...position, ...position),
    orientations: Float64Array.of(...IDENTITY_ROTATION, ...IDENTITY_ROTATION),
    phases,
  };
  return { bent: { place: compose(translation([-position[0], -position[1], -position[2]]), place), motion: stands } };
}
