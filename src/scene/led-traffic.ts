import { type Affine, compose, rotation } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { fromAttitude, rotate } from '../base/quaternion.js';
import { joinWords } from '../base/text.js';
import type { Vec3 } from '../base/vec3.js';
import { quoteText } from '../base/yaml/faults.js';
import { exactBox } from './boxes/exact-box.js';
import type { Model } from './model.js';
import { KnotList } from './motion/knot-list.js';
import type { SceneClock, TrafficRecording } from './motion/part-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { trackMotion } from './motion/track-motion.js';
import type { TrafficTrack } from './motion/traffic-track.js';

/** Generated traffic that a recording moves. */
export interface LedTraffic {
  /** Name of the part, with which those of its objects begin. */
  name: string;
  model: Pick<Model, 'meshes' | 'instances'>;
  recording: TrafficRecording;
}

/** From a body that looks along x, as those of generated traffic, to one that looks along y, as all others. */
const LOOK_AHEAD = rotation([0, 0, 1], Math.PI / 2);

/**
 * The motions of the bodies of a model by the recording, and the frame of the model in each of them; `toBodies` leads
 * from the model to bodies that look along x. A body that the recording does not name is away. Throws UserError for
 * names of the recording that no body has.
 */
export function motionsOfRecording(
  { name, model, recording: { tracks, isSmooth } }: LedTraffic,
  toBodies: readonly Affine[],
  clock: SceneClock,
): { place: Affine; motion: SampledMotion }[] {
  const names = namesOfBodies(name, model);
  const bodies = new Map(names.map((own, k) => [own, k]));
  const stranger = tracks.find(({ id }) => !bodies.has(id));
  if (stranger !== undefined) throw strange(stranger, name, names);
  const byId = new Map(tracks.map((track) => [track.id, track]));
  return toBodies.map((toBody, k) => {
    const track = byId.get(names[k]);
    const place = compose(LOOK_AHEAD, toBody);
    const led = track && originTrack(track, frontOf(model, k, place));
    return { place, motion: led === undefined ? AWAY : trackMotion(led, { isSmooth, ...clock }) };
  });
}

/** The motion of a body that is never there. */
const AWAY: SampledMotion = (() => {
  const knots = new KnotList();
  knots.push(0, { position: [0, 0, 0], orientation: [0, 0, 0, 1] }, { isHidden: true });
  return knots.toMotion();
})();

/** Names of the objects that are the bodies of a model, in their order. */
function namesOfBodies(part: string, { instances }: LedTraffic['model']): string[] {
  const names: string[] = [];
  for (const { body, name } of instances) if (body !== undefined) names[body] = `${part}/${name}`;
  return names;
}

/** The middle of the front of a body at its bottom, in a frame in which it looks along y. */
function frontOf({ meshes, instances }: LedTraffic['model'], body: number, toBody: Affine): Vec3 {
  const own = instances.filter((instance) => instance.body === body);
  const { min, max } = exactBox(
    meshes,
    own.map(({ mesh, transform }) => ({ mesh, transform: compose(toBody, transform) })),
  );
  return [(min[0] + max[0]) / 2, max[1], min[2]];
}

/**
 * The track of the origin of a body, which goes where it looks, as generated traffic does; its front swings out in
 * bends.
 */
function originTrack(track: TrafficTrack, front: Vec3): TrafficTrack {
  const { positions, headings, pitches } = track;
  const origins = headings.flatMap((heading, k) => {
    const [x, y, z] = rotate(fromAttitude(heading, pitches[k], 0), front);
    return [positions[3 * k] - x, positions[3 * k + 1] - y, positions[3 * k + 2] - z];
  });
  return { ...track, positions: origins };
}

const SHOWN_MAX = 6;

function strange({ id, type, place }: TrafficTrack, part: string, names: readonly string[]): UserError {
  const shown = names.slice(0, SHOWN_MAX).map(quoteText);
  return new UserError(`found ${quoteText(id)} of type ${quoteText(type)}, which is no body of ${part} that moves`, {
    place,
    hint: `these are ${joinWords(names.length > SHOWN_MAX ? [...shown, '…'] : shown, 'and')}`,
  });
}
