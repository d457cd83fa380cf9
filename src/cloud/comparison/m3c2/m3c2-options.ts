import type { SourcePlace } from '../../../base/errors.js';
import type { Vec3 } from '../../../base/vec3.js';

/**
 * Directions of the cylinders: along normals of the reference cloud whose upper side counts (`up`), straight up
 * everywhere (`vertical`), or along its normals on the side of a place, metres, such as that of the scanner.
 */
export type M3c2Normals = 'up' | 'vertical' | Vec3;

/** Options of M3C2 distances; lengths in metres. */
export interface M3c2Options {
  /** Diameter of the ball whose points decide the normal at a core point; absent: by the roughness. */
  normalScale?: number;
  /** Diameter of the cylinders; absent: by the density of both clouds. */
  projectionScale?: number;
  /** Half the length of the cylinders; absent: 5 normal scales. */
  maxDepth?: number;
  /** Side of the cells of which each has a core point, or all points; absent: half the projection scale. */
  core?: number | 'all';
  /** Error of the registration of both clouds. */
  registrationError?: number;
  normals?: M3c2Normals;
  /** The reference cloud in messages. */
  place?: SourcePlace;
}

/** Options of M3C2 distances, complete. */
export interface M3c2Settings extends Required<Omit<M3c2Options, 'normalScale' | 'place'>> {
  /** Absent: the cylinders are vertical. */
  normalScale?: number;
}

export const M3C2_DEFAULTS = Object.freeze({
  registrationError: 0,
  normals: 'up',
} as const satisfies Partial<M3c2Options>);
