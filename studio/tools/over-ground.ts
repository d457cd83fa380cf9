import { pathTrajectory, type SmoothOptions } from 'subray/browser';
import type { Point } from '../document/edits/index.js';
import { alongWay, placesAlong, seenFromAbove } from '../state/legs/along-way.js';
import { GROUND_TOLERANCE } from '../state/legs/path-settings.js';
import { metresWithoutGround } from '../state/legs/profile-ground.js';
import type { Studio } from '../state/studio.js';

/** Rounds of adding points, and most points. */
const ROUNDS = 8;
const POINTS_MAX = 200;
/** Metres of a path that are not worth a word. */
const SHORT = 0.5;

/** A path that keeps its height above the ground. */
export interface PathOverGround {
  points: readonly Point[];
  /** Metres of the path without ground below them, where no points are added, and its length. */
  bare: number;
  length: number;
}

/** The points of a path, with others between them so that it keeps its height above the ground. */
export async function overGround(
  studio: Studio,
  points: readonly Point[],
  height: number,
  smooth: SmoothOptions | undefined,
): Promise<PathOverGround> {
  let path = points;
  for (let round = 1; ; round++) {
    const { added, ...found } = await pointsBetween(studio, path, height, smooth);
    const isEnough = round > ROUNDS || path.length >= POINTS_MAX;
    if (isEnough || added.every((point) => point === undefined)) return { points: path, ...found };
    path = path.flatMap((point, k) => (added[k] ? [point, added[k]] : [point]));
  }
}

/** Warning about a path that lacks ground below a part of it; undefined: there is ground all along. */
export function wordsOfBarePath({ bare, length }: PathOverGround): string | undefined {
  if (bare < SHORT) return undefined;
  const where = length - bare < SHORT ? 'the path' : `${bare.toFixed(0)} of ${length.toFixed(0)} m of the path`;
  const evenly = 'so that its height changes evenly from point to point';
  return `No ground is known below ${where}, ${evenly}. Label what is ground or road surface in the scene.`;
}

/** Behind each point the place before the next where the height is most wrong; undefined: it is right enough. */
async function pointsBetween(
  studio: Studio,
  path: readonly Point[],
  height: number,
  smooth: SmoothOptions | undefined,
): Promise<Omit<PathOverGround, 'points'> & { added: (Point | undefined)[] }> {
  const { positions } = pathTrajectory(path as [number, number, number][], { speed: 1, smooth });
  const { along, places } = placesAlong(positions);
  const { ground } = await studio.backend.ask('probe', {
    text: studio.text.value,
    places: seenFromAbove(places),
  });
  const reached = alongWay(positions, path);
  const worst: { off: number; point: Point | undefined }[] = path.map(() => ({
    off: GROUND_TOLERANCE,
    point: undefined,
  }));
  let k = 0;
  for (const [index, [x, y, z]] of places.entries()) {
    while (k < path.length - 2 && along[index] >= reached[k + 1]) k++;
    const off = Math.abs(z - ground[index] - height);
    if (off > worst[k].off) worst[k] = { off, point: [x, y, ground[index] + height] };
  }
  return {
    added: worst.map(({ point }) => point),
    bare: metresWithoutGround({ along, ground }),
    length: along[along.length - 1],
  };
}
