import { endingOf } from '../../base/text.js';
import { choiceField, numberField } from '../../base/yaml/fields.js';
import type { FieldChoice } from '../../cloud/point-fields.js';
import { DEFAULT_LAYOUT, FRAME_LAYOUTS, type FrameLayoutName } from '../../io/mcap/cloud-layouts.js';
import { utcOfGpsTime } from '../../io/units/gps-time.js';
import type { BodyAxes } from '../../platform/body-axes.js';
import { POSES_MAX } from '../../platform/pose-list.js';
import { firingScanners } from '../../scanner/leg-scanner.js';
import type { Coordinates } from '../../survey/bare-survey.js';
import { poseTimes } from '../../survey/platform-times.js';
import { isWhole, noteFault, type Reading } from '../../survey/resolve/reading.js';
import type { ProductContext } from '../product.js';
import { shotsPerRevolution } from './frame-clock.js';
import type { Deskew, RecordedMessages } from './frame-output.js';

/** The ending of a recording, which has all frames. */
export const RECORDING = '.mcap';

export const isMcap = (file: string): boolean => endingOf(file) === RECORDING;

const intervalField = (description: string) => numberField(description, { unit: 's', min: 1e-4, max: 1e6 });

/** Keys of frames in a recording alone. */
export const RECORDING_FIELDS = {
  layout: choiceField(
    `Fields of the points of an .mcap file, or laserscan: ranges of a single laser; absent: ${DEFAULT_LAYOUT}, and all if fields are chosen`,
    FRAME_LAYOUTS,
  ).optional(),
  transforms: intervalField(
    'Time between two poses of the platform on /tf in an .mcap file; absent: 0.01 s',
  ).optional(),
  imu: intervalField('Time between two messages on /imu in an .mcap file; absent: none').optional(),
  clock: intervalField('Time between two messages on /clock in an .mcap file; absent: none').optional(),
};

/** Of the platform's poses: 100 Hz. */
const TRANSFORMS_DEFAULT = 0.01;

/** A survey's keys of frames that decide about a recording. */
interface RecordingDefinition extends Partial<Omit<RecordedMessages, 'boxes'>> {
  file: string;
  fields?: FieldChoice;
  axes?: BodyAxes;
  coordinates: Coordinates;
  deskew: Deskew;
  organised: boolean;
  by: 'revolution' | 'seconds';
}

/** Notes keys of a recording among those of other frames. */
export function refuseRecording(reading: Reading, given: Partial<Omit<RecordedMessages, 'boxes'>>): void {
  for (const key of Object.keys(RECORDING_FIELDS) as (keyof typeof RECORDING_FIELDS)[])
    if (given[key] !== undefined)
      noteFault(reading, ['frames', key], given[key], `a file that ends in ${RECORDING} with it`);
}

/** The messages of a recording. Notes those that cannot be. */
export function resolveRecording(
  reading: Reading,
  given: RecordingDefinition,
  context: ProductContext,
): Omit<RecordedMessages, 'boxes'> {
  const { fields, axes, transforms = TRANSFORMS_DEFAULT, imu, clock } = given;
  const layout = given.layout ?? (fields === undefined ? DEFAULT_LAYOUT : 'all');
  const messages = {
    layout,
    transforms,
    ...(imu !== undefined && { imu }),
    ...(clock !== undefined && { clock }),
  };
  if (axes === 'rfu') noteFault(reading, ['frames', 'axes'], axes, 'flu, or nothing: a recording has the axes of ROS');
  if (fields !== undefined && layout !== 'all')
    noteFault(reading, ['frames', 'fields'], fields, `layout: all with it; the fields of ${layout} are fixed`);
  if (WITH_ELEVATION.has(layout)) checkElevation(reading, given);
  if (layout === 'laserscan') checkScan(reading, given, context);
  if (layout === 'livox' && given.organised)
    noteFault(reading, ['frames', 'organised'], true, 'no organised with layout: livox, whose points are a list');
  if (context.areLegsSound) {
    checkCounts(reading, messages, context);
    checkStamps(reading, given.file, context);
  }
  return messages;
}

/** Layouts with the angle of a beam above the scanner's horizontal plane. */
const WITH_ELEVATION: ReadonlySet<FrameLayoutName> = new Set(['xyzircaedt']);

function checkElevation(reading: Reading, { coordinates, layout }: RecordingDefinition): void {
  if (coordinates === 'world' && isWhole(reading, ['frames', 'coordinates']))
    noteFault(reading, ['frames', 'layout'], layout, 'coordinates: sensor with it, whose angles it has');
}

/** A message of ranges has those of one laser, as it measures them: neither moved nor more than one a shot. */
function checkScan(
  reading: Reading,
  { coordinates, deskew, by }: RecordingDefinition,
  { instruments }: ProductContext,
): void {
  const fault = (expected: string) => noteFault(reading, ['frames', 'layout'], 'laserscan', expected);
  if (coordinates === 'world' && isWhole(reading, ['frames', 'coordinates'])) fault('coordinates: sensor with it');
  if (deskew) fault('no deskew with it: ranges are those that the laser measures');
  if (by !== 'revolution') fault('by: revolution with it');
  for (const scanner of instruments.flatMap(firingScanners)) {
    const { name, channels } = scanner;
    if (channels.length > 1) fault(`another layout, since ${name} has ${channels.length} lasers`);
    else if (shotsPerRevolution(scanner) === undefined)
      fault(`another layout, since ${name} is not a laser that spins`);
  }
}

/** No more messages of a kind than a recording of poses may have. */
function checkCounts(
  reading: Reading,
  messages: Omit<RecordedMessages, 'boxes'>,
  { legs, instruments }: ProductContext,
): void {
  for (const key of ['transforms', 'imu', 'clock'] as const) {
    const interval = messages[key];
    if (interval === undefined) continue;
    const count = legs.reduce((sum, _, leg) => sum + poseTimes({ legs, instruments }, leg, interval).count, 0);
    if (count > POSES_MAX)
      noteFault(
        reading,
        ['frames', key],
        interval,
        `a longer one: ${count} messages, at most ${POSES_MAX} are possible`,
      );
  }
}

/** Times of ROS are whole seconds since 1970 in 32 bits with a sign, and those of the file have none. */
const STAMP_MAX = 2 ** 31;

function checkStamps(reading: Reading, file: string, { legs, instruments }: ProductContext): void {
  const seconds = legs.flatMap(({ startTime }, leg) => {
    const { count, at } = poseTimes({ legs, instruments }, leg, Number.MAX_VALUE);
    return count === 0 ? [] : [0, at(count - 1)].map((after) => utcOfGpsTime(startTime + after) / 1000);
  });
  const wrong = seconds.find((second) => !(second >= 0 && second < STAMP_MAX));
  if (wrong === undefined) return;
  const from = 'startTime and the times of recorded ways decide';
  const found = `times of ${dayOf(wrong)}`;
  noteFault(
    reading,
    ['frames', 'file'],
    file,
    `a survey in the years that times of ROS hold, 1970 to ${dayOf(STAMP_MAX)}; it has ${found}; ${from}`,
  );
}

const dayOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);
