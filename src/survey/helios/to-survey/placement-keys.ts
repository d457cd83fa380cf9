import type { HeliosPlacement } from '../scene-xml.js';

/** The placement of a part, in our keys. */
export const placementKeys = (placement: HeliosPlacement): Record<string, unknown> => ({
  ...transformOf(placement),
  ...standingOf(placement),
});

function transformOf({ turns, scale, offset }: HeliosPlacement): Record<string, unknown> {
  const transform = {
    ...(scale !== 1 && { scale }),
    ...(turns.length > 0 && { rotate: turns }),
    ...(offset?.some((value) => value !== 0) && { translate: offset }),
  };
  return Object.keys(transform).length > 0 ? { transform } : {};
}

/**
 * HELIOS++ puts the lowest vertex of a part on a plane through the ground, or, with −1, the vertex that is closest to
 * it; larger numbers look at a part of the vertices only.
 */
const standingOf = ({ onGround }: HeliosPlacement): Record<string, unknown> =>
  onGround === 0 ? {} : { on: { part: 'ground', by: onGround === 1 ? 'plane-lowest' : 'plane-closest' } };
