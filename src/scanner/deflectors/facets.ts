import type { OpticsRow } from './optics.js';

/** Angles of a facet that sweeps a line: its start and its step from shot to shot, radians. */
export interface FacetAngles {
  start: number;
  step: number;
  /** Inclination to the shaft, and of the shaft to the plane across the incoming beam; absent: 0. */
  tilt?: number;
  shaft?: number;
}

/** A Facet record. */
export const facetRow = ({ start, step, tilt = 0, shaft = 0 }: FacetAngles): OpticsRow => ({
  start,
  step,
  tiltSine: Math.sin(tilt),
  tiltCosine: Math.cos(tilt),
  shaftSine: Math.sin(shaft),
  shaftCosine: Math.cos(shaft),
});
