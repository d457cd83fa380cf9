import type { HeliosReading } from '../helios-reading.js';
import type { AxisTurn } from '../rotations.js';
import type { HeliosPart, HeliosPlacement, HeliosSource } from '../scene-xml.js';
import { intersectionMode } from './plant-voxels.js';

// HELIOS++ turns the places of voxels, whose cubes stay parallel to the axes of the world; those of plants it scales
// about their middles.

type Placed = Pick<HeliosPart, 'source' | 'placement'>;

/** The turns and scales of cubes apart from their part, in our keys. */
export function cubePlaces({ source, placement: { turns, scale } }: Placed): Record<string, unknown> {
  if (!isOfCubes(source)) return {};
  return {
    ...(!areQuarters(turns) && { rotate: turns }),
    ...(source.filter === 'detailedvoxels' && scale !== 1 && { cubeScale: scale }),
  };
}

/** The rest of a placement: that of the part as a whole. */
export function placementOfWhole({ source, placement }: Placed): HeliosPlacement {
  const { turns, scale } = placement;
  return {
    ...placement,
    turns: isOfCubes(source) && !areQuarters(turns) ? [] : turns,
    scale: source.filter === 'detailedvoxels' ? 1 : scale,
  };
}

/**
 * Notes placements that a medium, which is one grid, cannot have: boxes that are scaled or parallel to the axes when
 * the grid is not.
 */
export function noteMedium({ quirks }: HeliosReading, { source, placement, place }: HeliosPart): void {
  if (isOfCubes(source)) return;
  if (!areQuarters(placement.turns))
    quirks.note(12, place, 'the voxels of a medium are turned with it; HELIOS++ turns their places, not the cubes');
  if (placement.scale !== 1)
    quirks.note(
      12,
      place,
      `the voxels of a medium keep their size; HELIOS++ scales each about its middle, by ${placement.scale}`,
    );
}

/** Whether a part is cubes, and not a medium, or no voxels. */
export const isOfCubes = ({ filter, params }: HeliosSource): boolean =>
  filter === 'xyzloader' || (filter === 'detailedvoxels' && intersectionMode(params) !== 'transmittive');

/** Quarter turns take cubes to cubes. */
const areQuarters = (turns: readonly AxisTurn[]): boolean => turns.every(({ angle }) => angle % 90 === 0);
