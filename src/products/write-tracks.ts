import type { CreatesFiles } from '../base/files/files.js';
import { clampedQuaternion } from '../base/quaternion.js';
import { quotedCell } from '../base/text.js';
import { TextSink } from '../io/bytes/text-sink.js';
import { boxAt } from '../scene/boxes/box-at.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { FrameOutput } from './frames/frame-output.js';
import { type TrackMoment, trackMoments } from './track-moments.js';
import { TRACK_HEAD, type TrackOutput, type WrittenTracks } from './track-output.js';
import { type TrackedObject, trackedObjects } from './tracked-objects.js';

/** Writes the tracks of the objects of a scene, moment by moment. Throws UserError for a file it cannot write. */
export async function writeTracks(
  survey: Pick<BareSurvey, 'legs' | 'instruments'> & { frames?: FrameOutput },
  { path, rate, objects: tracked }: TrackOutput,
  scene: Scene,
  options: CreatesFiles,
): Promise<WrittenTracks> {
  const objects = trackedObjects(scene, tracked, survey.frames);
  const [{ startTime }] = survey.legs;
  const sink = await TextSink.create(path, options);
  let rows = 0;
  try {
    await sink.append(TRACK_HEAD);
    for (const moment of trackMoments(survey, rate, survey.frames).at())
      for (const object of objects) {
        await sink.append(rowOf(object, moment, startTime));
        rows++;
      }
    return { ...(await sink.finish()), rows };
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

/** Digits behind the point: of metres, of metres and radians a second, of angles and seconds. */
const LENGTH_DECIMALS = 6;
const RATE_DECIMALS = 6;
const ANGLE_DECIMALS = 9;
const TIME_DECIMALS = 9;

function rowOf(
  { id, name, className, object }: TrackedObject,
  { time, frame }: TrackMoment,
  startTime: number,
): string {
  const { centre, orientation, heading, size, velocity, angularVelocity, isThere } = boxAt(object, time);
  const fixed = (values: readonly number[], decimals: number) => values.map((value) => plain(value.toFixed(decimals)));
  const cells = [
    ...[plain((startTime + time).toFixed(TIME_DECIMALS)), plain(time.toFixed(TIME_DECIMALS)), frame ?? ''],
    ...[id, quotedCell(name), quotedCell(className)],
    ...fixed(centre, LENGTH_DECIMALS),
    ...fixed([...clampedQuaternion(orientation), heading], ANGLE_DECIMALS),
    ...fixed(size, LENGTH_DECIMALS),
    ...fixed([...velocity, ...angularVelocity], RATE_DECIMALS),
    isThere ? 1 : 0,
  ];
  return `${cells.join(',')}\n`;
}

/** Zero has no sign. */
const plain = (digits: string): string => (/^-0\.0*$/.test(digits) ? digits.slice(1) : digits);
