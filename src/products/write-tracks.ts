import { DEGREE } from '../base/angle.js';
import type { CreatesFiles } from '../base/files/files.js';
import { clampedQuaternion, rotate } from '../base/quaternion.js';
import { quotedCell } from '../base/text.js';
import { TextSink } from '../io/bytes/text-sink.js';
import { boxAt } from '../scene/boxes/box-at.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { FrameOutput } from './frames/frame-output.js';
import { momentsOfTracks, type TrackMoment } from './track-moments.js';
import { FCD, type TrackOutput, trackLayout, type WrittenTracks } from './track-output.js';
import { type TrackedObject, trackedObjects } from './tracked-objects.js';

/** Writes the tracks of the objects of a scene, moment by moment. Throws UserError for a file it cannot write. */
export async function writeTracks(
  survey: Pick<BareSurvey, 'legs' | 'instruments'> & { frames?: FrameOutput },
  output: TrackOutput,
  scene: Scene,
  options: CreatesFiles,
): Promise<WrittenTracks> {
  const { path, objects: tracked } = output;
  const layout = trackLayout(path);
  // Types of recordings are not renamed by the classes of frames.
  const objects = trackedObjects(scene, tracked, layout === FCD ? undefined : survey.frames);
  const [{ startTime }] = survey.legs;
  const lineOf =
    layout === FCD ? recordedRow : (object: TrackedObject, at: TrackMoment) => rowOf(object, at, startTime);
  const sink = await TextSink.create(path, options);
  let rows = 0;
  try {
    await sink.append(layout.head);
    for (const moment of momentsOfTracks(output, survey).at())
      for (const object of objects) {
        const line = lineOf(object, moment);
        if (line === undefined) continue;
        await sink.append(line);
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

/**
 * The row of floating car data: the middle of the front of the box at its bottom, headings clockwise from +y and slopes
 * in degrees; undefined where the object is away.
 */
function recordedRow({ name, className, object }: TrackedObject, { time }: TrackMoment): string | undefined {
  const { centre, orientation, size, velocity, isThere } = boxAt(object, time);
  if (!isThere) return undefined;
  const [ahead, up] = [rotate(orientation, [1, 0, 0]), rotate(orientation, [0, 0, 1])];
  const front = centre.map((value, k) => value + (ahead[k] * size[0] - up[k] * size[2]) / 2);
  const angle = Math.atan2(ahead[0], ahead[1]) / DEGREE;
  const slope = Math.asin(Math.max(-1, Math.min(1, ahead[2]))) / DEGREE;
  // Backwards is a negative speed, as in SUMO.
  const speed = velocity[0] * ahead[0] + velocity[1] * ahead[1] + velocity[2] * ahead[2];
  const fixed = (value: number, decimals: number) => plain(value.toFixed(decimals));
  const cells = [
    ...[fixed(time, RECORDED_DECIMALS), ...[name, className].map((text) => text.replace(/[;"\r\n]/g, '_'))],
    ...front.map((value) => fixed(value, RECORDED_DECIMALS)),
    ...[angle < 0 ? angle + 360 : angle, slope, speed].map((value) => fixed(value, RECORDED_DECIMALS)),
  ];
  return `${cells.join(';')}\n`;
}

/** Digits behind the point in floating car data: 0.01 mm. */
const RECORDED_DECIMALS = 5;

/** Zero has no sign. */
const plain = (digits: string): string => (/^-0\.0*$/.test(digits) ? digits.slice(1) : digits);
