import { GROUND, ROAD_SURFACE } from './labels/asprs-classes.js';
import type { Surface } from './scene.js';

/**
 * Whether others stand on a surface: it is of class ground or road surface, or the material of its file is marked as
 * ground and no label overrides it.
 */
export const isGround = ({ classification, isGround }: Pick<Surface, 'classification' | 'isGround'>): boolean =>
  isGround === true || classification === GROUND || classification === ROAD_SURFACE;
