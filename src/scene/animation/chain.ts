import { type Affine, compose } from '../../base/affine.js';
import { fromTrs, type Trs } from '../../base/trs.js';
import { type Track, trackAt } from './track.js';

/** A node whose own placement changes. */
export interface Joint {
  /** Its placement where no track changes it. */
  rest: Trs;
  /** Tracks of its translation, rotation and scale, at most one each. */
  tracks: readonly Track[];
}

/** The nodes from the root of a model down to one of them; what stands between two joints is one matrix. */
export type Chain = readonly (Affine | Joint)[];

const isJoint = (link: Affine | Joint): link is Joint => 'tracks' in link;

/** The joints of a chain. */
export const jointsOf = (chain: Chain): Joint[] => chain.filter(isJoint);

/** The transform of the last node's frame to the model's at `time`, seconds of the clip. */
export function chainAt(chain: Chain, time: number): Affine {
  let transform: Affine | undefined;
  for (const link of chain) {
    const own = isJoint(link) ? fromTrs(jointAt(link, time)) : link;
    transform = transform === undefined ? own : compose(transform, own);
  }
  return transform ?? fromTrs(AT_ORIGIN);
}

const AT_ORIGIN: Trs = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

/** The placement of a joint at `time`, seconds of the clip. */
export function jointAt({ rest, tracks }: Joint, time: number): Trs {
  const placed: Record<string, ArrayLike<number>> = { ...rest };
  for (const track of tracks) placed[track.path] = trackAt(track, time, []);
  return placed as unknown as Trs;
}

/** A moment of a clip at which a chain changes its way, and whether it jumps there. */
export interface ClipMoment {
  time: number;
  jumps: boolean;
}

/** The moments of all keys of a chain within a clip of `duration` seconds, rising, with its beginning and its end. */
export function momentsOfChain(chain: Chain, duration: number): ClipMoment[] {
  const found = new Map<number, boolean>([
    [0, false],
    [duration, false],
  ]);
  for (const { tracks } of jointsOf(chain))
    for (const { times, interpolation } of tracks)
      for (const time of times) {
        const jumps = interpolation === 'STEP' && time > times[0];
        if (time <= duration) found.set(time, found.get(time) === true || jumps);
      }
  return [...found].map(([time, jumps]) => ({ time, jumps })).sort((a, b) => a.time - b.time);
}
