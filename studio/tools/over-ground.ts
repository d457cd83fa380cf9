import { pathTrajectory, type SmoothOptions } from 'subray/browser';
import type { Point } from '../document/edits/index.js';
import { alongWay, placesAlong, seenFromAbove } from '../state/along-way.js';
import { GROUND_TOLERANCE } from '../state/path-settings.js';
import type { Studio } from '../state/studio.js';

/** Rounds of adding points, and most points. */
const ROUNDS = 8;
const POINTS_MAX = 200;

/** The points of a path, with others between them so that it keeps its height above the ground. */
export async function overGround(
  studio: Studio,
  points: readonly Point[],
  height: number,
  smooth: SmoothOptions | undefined,
): Promise<readonly Point[]> {
  let path = points;
  for (let round = 0; round < ROUNDS && path.length < POINTS_MAX; round++) {
    const added = await pointsBetween(studio, path, height, smooth);
    if (added.every((point) => point === undefined)) return path;
    path = path.flatMap((point, k) => (added[k] ? [point, added[k]] : [point]));
  }
  return path;
}

/** Behind each point the place before the next where the height is most wrong; undefined: it is right enough. */
async function pointsBetween(
  studio: Studio,
  path: readonly Point[],
  height: number,
  smooth: SmoothOptions | undefined,
): Promise<(Point | undefined)[]> {
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
  return worst.map(({ point }) => point);
}
