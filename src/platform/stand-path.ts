import { UserError } from '../base/errors.js';
import { length, subtract, type Vec3 } from '../base/vec3.js';
import type { GroundSide, Leg, RecordedPath, StationPath, StraightPath } from './leg.js';

/** The side of the ground from which the heights of a path count; undefined: they are those of the world. */
export const groundSideOf = ({ ground }: Leg['path']): GroundSide | undefined =>
  typeof ground === 'object' ? ground.side : ground;

/** Width of the least area of heights, metres. */
const MARGIN = 1;

/** The rectangle around the places of paths below which the ground counts, one at least. */
export function groundArea(paths: readonly Leg['path'][]): {
  min: readonly [number, number];
  max: readonly [number, number];
} {
  const points = paths.flatMap(groundPlaces);
  const [x, y] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return {
    min: [Math.min(...x) - MARGIN, Math.min(...y) - MARGIN],
    max: [Math.max(...x) + MARGIN, Math.max(...y) + MARGIN],
  };
}

function groundPlaces(path: Leg['path']): (readonly number[])[] {
  if (path.kind === 'station') return [path.position];
  if (path.kind === 'straight') return [path.from, path.to];
  return path.ground === undefined ? [] : [path.ground.at];
}

/** Height of the ground at a place, metres; undefined where there is none. */
export type GroundHeightAt = (x: number, y: number, side: GroundSide) => number | undefined;

/**
 * The path of a leg in heights of the world: those above the ground are raised by its height. A line takes as long as
 * in plan. Throws UserError at the leg's place where it has no ground below it.
 */
export function standPath({ path, name, place }: Pick<Leg, 'path' | 'name' | 'place'>, height: GroundHeightAt) {
  const side = groundSideOf(path);
  if (side === undefined) return path;
  const below = (x: number, y: number): number => {
    const found = height(x, y, side);
    if (found !== undefined) return found;
    throw new UserError(
      `${name}: found no ground at ${x}, ${y}, expected a surface of class ground or road surface there`,
      {
        place,
        hint: 'label it: scene: { labels: [{ match: NAME, class: ground }] }',
      },
    );
  };
  return raised(path, below);
}

/** A path whose heights are those of the world. */
function raised(path: Leg['path'], below: (x: number, y: number) => number): Leg['path'] {
  const raise = ([x, y, z]: Vec3): Vec3 => [x, y, z + below(x, y)];
  switch (path.kind) {
    case 'station':
      return stationOn(path, raise);
    case 'straight':
      return lineOn(path, raise);
    case 'recorded':
      return path.ground === undefined ? path : recordedOn(path, below(...path.ground.at));
  }
}

const stationOn = ({ ground: _, ...path }: StationPath, raise: (point: Vec3) => Vec3): StationPath => ({
  ...path,
  position: raise(path.position),
});

/** The line between the raised ends, in the same time. */
function lineOn({ ground: _, ...path }: StraightPath, raise: (point: Vec3) => Vec3): StraightPath {
  const [from, to] = [raise(path.from), raise(path.to)];
  const longer = length(subtract(to, from)) / length(subtract(path.to, path.from));
  return { ...path, from, to, speed: path.speed * longer };
}

/** The same way, so much higher. */
const recordedOn = ({ kind, trajectory }: RecordedPath, rise: number): RecordedPath => ({
  kind,
  trajectory: {
    ...trajectory,
    positions: trajectory.positions.map((value, k) => (k % 3 === 2 ? value + rise : value)),
  },
});
