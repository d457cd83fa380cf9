import { z } from 'zod';
import { basename } from '../../base/files/paths.js';
import { choiceField, flagField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import { STRENGTH_RANGE_NAMES, type StrengthForm } from '../../cloud/tone-mapping/strengths.js';
import { cloudEndings, cloudFormat, cloudFormatOf } from '../../io/clouds/cloud-formats.js';
import { DATA_SET_NAMES } from '../../io/data-sets/data-sets.js';
import { LAYOUT_INTENSITIES } from '../../io/mcap/cloud-layouts.js';
import { poseEndings, poseFormatOf } from '../../io/poses/pose-formats.js';
import { FIELD_OPTIONS } from '../../io/records/output-options.js';
import { BODY_AXES } from '../../platform/body-axes.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import { firingScanners } from '../../scanner/leg-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Instrument } from '../../survey/bare-survey.js';
import { isWhole, noteFault, type Reading } from '../../survey/resolve/reading.js';
import { coordinatesField } from '../../survey/schema/coordinates-field.js';
import type { ProductContext } from '../product.js';
import { shotsPerRevolution } from './frame-clock.js';
import { BOX_MOMENTS, type FrameOutput, type RecordedMessages } from './frame-output.js';
import { FRAME_NUMBER, SCANNER_PLACE } from './frame-paths.js';
import { resolveClassMap } from './resolve-class-map.js';
import { resolveDataSet } from './resolve-data-set.js';
import { isMcap, RECORDING, RECORDING_FIELDS, refuseRecording, resolveRecording } from './resolve-recording.js';
import { resolveStrength } from './resolve-strength.js';
import { THING_CLASSES } from './thing-classes.js';

/** The survey's `frames`: the run cut into short clouds. */

const PATTERN_EXPECTED = `a path with one %06d for the number that ends in ${cloudEndings()}, or one without that ends in ${RECORDING}`;

const POSES_EXPECTED = `a path that ends in ${poseEndings()}`;

const ORGANISED_ENDINGS = cloudEndings(({ organised }) => organised);

const boxesField = z
  .union(
    [
      flagField('Whether there are boxes'),
      mapField('boxes', {
        at: choiceField(
          'Moment of a frame at which the boxes of what moves are: its start, its middle, or, of each object, the mean time of its points',
          BOX_MOMENTS,
        ).default('start'),
      }),
    ],
    { error: `true or false, or a map with at: ${BOX_MOMENTS.join(', ')}` },
  )
  .describe(
    'The boxes of the vehicles, people and other things that move: beside each file of a frame, NAME.boxes.json; as messages of an .mcap file; datasets have them anyway',
  );

export const framesSchema = mapField('the run cut into short clouds', {
  file: textField(
    'Path of the files: %06d stands for the number of the frame, %s for the name of the scanner; of an .mcap file, which has all frames, for the latter alone; relative to the current folder',
    PATTERN_EXPECTED,
  ).optional(),
  dataset: choiceField(
    'In place of file: the layout of a data set that loaders of learning programs read',
    DATA_SET_NAMES,
  ).optional(),
  folder: textField(
    'Folder of the sequence of a dataset, relative to the current folder; %s stands for the name of the scanner',
    'the path of a folder, such as sequences/00',
  ).optional(),
  classes: textField(
    'File with a map from semantic names to classes of the dataset, by name or number, or of boxes, relative to the survey; absent: those of docs/labels.md',
    'the path of a YAML file',
  ).optional(),
  intensity: choiceField(
    'Intensity in a dataset, or in the layout of an .mcap file: unit, from 0 to 1, or byte, from 0 to 255; absent: unit for datasets but nuscenes, else byte',
    STRENGTH_RANGE_NAMES,
  ).optional(),
  by: choiceField('Content of a frame: a whole turn, or a duration', ['revolution', 'seconds']).default('revolution'),
  duration: numberField('Time of a frame, by seconds', { unit: 's', min: 1e-6, max: 1e6 }).optional(),
  incomplete: choiceField(
    'The last frame of a leg that ends before its time: it is left out, or kept; absent: drop in a dataset, keep in others',
    ['drop', 'keep'],
  ).optional(),
  coordinates: coordinatesField("Coordinates: world, or sensor: the scanner's frame, its head not turned"),
  axes: choiceField(
    'Axes of the sensor, in sensor coordinates and poses: rfu, x right, y forward, z up; flu, x forward, y left, z up (ROS); absent: rfu, and flu in an .mcap file',
    BODY_AXES,
  ).optional(),
  ...RECORDING_FIELDS,
  poses: textField(
    `Path of a file with the pose of every frame, sensor to world at its start (${poseEndings()}); %s stands for the name of the scanner`,
    POSES_EXPECTED,
  ).optional(),
  boxes: boxesField.optional(),
  deskew: z
    .union([flagField('For the motion of the scanner'), choiceField('For that of objects, too', ['objects'])], {
      error: 'true, false or objects',
    })
    .describe(
      'Sensor coordinates are those of the start of the frame for all its points, instead of those of their own time; objects: and points of what moves, in any coordinates, are where it is at the start',
    )
    .default(false),
  organised: flagField(
    `A row for every laser, a column for every shot, NaN without a return (${ORGANISED_ENDINGS} or ${RECORDING})`,
  ).default(false),
  ...FIELD_OPTIONS,
});

type FramesDefinition = z.output<typeof framesSchema>;

/** Of frames as clouds. */
type CloudDefinition = FramesDefinition & { file: string };

/**
 * The frames, with paths relative to the folder of the context. Notes frames that cannot be cut or written this way.
 */
export async function resolveFrames(
  reading: Reading,
  given: FramesDefinition,
  context: ProductContext,
): Promise<FrameOutput> {
  const { instruments } = context;
  checkTime(reading, given, instruments);
  const { by, duration = 1 } = given;
  const common = {
    by: by === 'revolution' ? by : duration,
    incomplete: given.incomplete ?? (given.dataset === undefined ? 'keep' : 'drop'),
    ...momentOf(given),
    place: reading.document.placeOf(['frames']),
  } as const;
  if (given.deskew === 'objects' && common.boxesAt !== undefined)
    noteFault(reading, ['frames', 'boxes', 'at'], common.boxesAt, DESKEWED_MOMENT);
  const { dataset } = given;
  if (dataset !== undefined) {
    const { frames = {} } = reading.document.value as { frames?: Record<string, unknown> };
    return { ...(await resolveDataSet(reading, { ...given, dataset }, frames, context)), ...common };
  }
  checkWithoutDataSet(reading, given);
  const { file } = given;
  if (file !== undefined) {
    const clouds = resolveClouds(reading, { ...given, file }, context);
    const boxes = given.boxes ? await resolveBoxes(reading, given.classes) : undefined;
    const { recording } = clouds;
    if (recording && common.boxesAt === 'seen') noteFault(reading, ['frames', 'boxes', 'at'], 'seen', RECORDED_MOMENTS);
    return { ...clouds, ...(boxes && (recording ? { recording: { ...recording, boxes } } : { boxes })), ...common };
  }
  noteFault(reading, ['frames', 'file'], file, PATTERN_EXPECTED);
  return { ...STAND_IN, ...common };
}

const RECORDED_MOMENTS = 'start or middle: a message of an .mcap file has one time for all boxes';

const DESKEWED_MOMENT = 'start: deskew: objects moves points to the start of their frame';

/** The moment of boxes, where it is not the default. */
const momentOf = ({ boxes }: FramesDefinition): Pick<FrameOutput, 'boxesAt'> =>
  typeof boxes === 'object' && boxes.at !== 'start' ? { boxesAt: boxes.at } : {};

/** Notes keys that only a data set has. */
function checkWithoutDataSet(reading: Reading, { folder, classes, boxes }: FramesDefinition): void {
  if (!isWhole(reading, ['frames', 'dataset'])) return;
  const fault = (key: string, found: unknown, more = '') =>
    noteFault(reading, ['frames', key], found, `dataset with it${more}: ${DATA_SET_NAMES.join(', ')}`);
  if (folder !== undefined) fault('folder', folder);
  if (classes !== undefined && !boxes) fault('classes', classes, ', or boxes: true');
}

/** The classes of the objects whose boxes are with frames as clouds. */
async function resolveBoxes(reading: Reading, classes: string | undefined): Promise<FrameOutput['boxes']> {
  const own =
    classes === undefined ? {} : await resolveClassMap(reading, classes, ['frames', 'classes'], THING_CLASSES);
  return { classes: own };
}

/** Substitute for frames without a file, which have a fault. */
const STAND_IN = { pattern: '%06d.pcd', format: 'pcd', coordinates: 'world', deskew: false, organised: false } as const;

/** Notes a cut into frames that is incomplete, or not of these scanners. */
function checkTime(reading: Reading, given: FramesDefinition, instruments: readonly Instrument[]): void {
  if (given.by === 'seconds' && given.duration === undefined)
    noteFault(reading, ['frames', 'duration'], undefined, 'a number > 0 (s)');
  const isByKnown = isWhole(reading, ['frames', 'by']);
  if (isByKnown && given.by === 'revolution' && given.duration !== undefined)
    noteFault(reading, ['frames', 'duration'], given.duration, 'nothing, or by: seconds');
  if (given.by === 'revolution') checkRevolution(reading, instruments);
}

/** Frames as clouds, apart from the keys that all frames have. */
function resolveClouds(
  reading: Reading,
  given: CloudDefinition,
  context: ProductContext,
): Omit<FrameOutput, 'by' | 'place'> {
  const { instruments, folder } = context;
  checkPattern(reading, given.file, instruments);
  if (given.deskew === true && given.coordinates === 'world' && isWhole(reading, ['frames', 'coordinates']))
    noteFault(
      reading,
      ['frames', 'deskew'],
      true,
      'coordinates: sensor with it, or objects; world coordinates are not skewed by the scanner',
    );
  const hasSensorAxes = given.coordinates === 'sensor' || given.poses !== undefined;
  if (given.axes === 'flu' && !hasSensorAxes)
    if (isWhole(reading, ['frames', 'coordinates']) && isWhole(reading, ['frames', 'poses']))
      noteFault(
        reading,
        ['frames', 'axes'],
        'flu',
        'coordinates: sensor, or poses, with it; world coordinates have none of the sensor',
      );
  const isRecorded = isMcap(given.file);
  const recording = isRecorded ? resolveRecording(reading, given, context) : undefined;
  if (!isRecorded) refuseRecording(reading, given);
  if (given.organised) checkOrganised(reading, given, instruments);
  if (given.poses !== undefined) checkPoses(reading, given.poses, given.file, instruments);
  const { coordinates, poses, deskew, organised, fields } = given;
  const axes = given.axes ?? (isRecorded ? 'flu' : 'rfu');
  return {
    pattern: reading.files.resolve(folder, given.file),
    format: isRecorded ? 'mcap' : (cloudFormatOf(given.file) ?? 'pcd'),
    ...(recording && { recording }),
    strength: strengthOf(reading, given, recording, context),
    coordinates,
    axes,
    poses: poses === undefined ? undefined : reading.files.resolve(folder, poses),
    deskew,
    organised: organised || recording?.layout === 'laserscan',
    fields,
  };
}

/** The intensities of a recording in the layout of others; undefined for clouds, which take no range of them. */
function strengthOf(
  reading: Reading,
  { intensity }: CloudDefinition,
  recording: RecordedMessages | undefined,
  context: ProductContext,
): StrengthForm | undefined {
  if (recording) {
    const { layout: name } = recording;
    return resolveStrength(reading, intensity, { name, intensities: LAYOUT_INTENSITIES[name] }, context);
  }
  if (intensity !== undefined && isWhole(reading, ['frames', 'dataset']))
    noteFault(
      reading,
      ['frames', 'intensity'],
      intensity,
      `a dataset, or a file that ends in ${RECORDING} and its layout, with it; clouds have 16 bits, which intensity.scale decides about`,
    );
  return undefined;
}

function checkPoses(reading: Reading, poses: string, file: string, instruments: readonly Instrument[]): void {
  const at = ['frames', 'poses'];
  if (poseFormatOf(poses) === undefined || poses === file) noteFault(reading, at, poses, POSES_EXPECTED);
  else if (instruments.length > 1 && !poses.match(SCANNER_PLACE))
    noteFault(reading, at, poses, 'a path with %s for the name of the scanner, since there are several');
}

function checkPattern(reading: Reading, file: string, instruments: readonly Instrument[]): void {
  if (isMcap(file)) {
    if (file.match(FRAME_NUMBER) || basename(file).replace(SCANNER_PLACE, '') === RECORDING)
      noteFault(reading, ['frames', 'file'], file, PATTERN_EXPECTED);
    return;
  }
  const name = basename(file);
  const numbers = file.match(FRAME_NUMBER)?.length ?? 0;
  if (numbers !== 1 || !name.match(FRAME_NUMBER) || cloudFormatOf(file) === undefined)
    noteFault(reading, ['frames', 'file'], file, PATTERN_EXPECTED);
  else if (instruments.length > 1 && !file.match(SCANNER_PLACE))
    noteFault(reading, ['frames', 'file'], file, 'a path with %s for the name of the scanner, since there are several');
}

function checkRevolution(reading: Reading, instruments: readonly Instrument[]): void {
  const still = instruments.flatMap(firingScanners).find((scanner) => !turns(scanner));
  if (still)
    noteFault(reading, ['frames', 'by'], 'revolution', `seconds, since ${still.name} has nothing that turns round`);
}

const turns = ({ deflector, head }: Scanner): boolean =>
  head !== undefined || deflectorKind(deflector).turn(deflector) !== undefined;

/** Maximum number of pulses of an organised frame: it is held in memory, at some 130 bytes a pulse. */
const FRAME_CELLS_MAX = 2 ** 22;

function checkOrganised(reading: Reading, { by, file }: CloudDefinition, instruments: readonly Instrument[]): void {
  const at = ['frames', 'organised'];
  if (by !== 'revolution') noteFault(reading, at, true, 'by: revolution with it');
  const format = cloudFormatOf(file);
  if (!isMcap(file) && (format === undefined || !cloudFormat(format).organised))
    noteFault(reading, at, true, `a file that ends in ${ORGANISED_ENDINGS} or ${RECORDING} with it`);
  for (const scanner of instruments.flatMap(firingScanners)) {
    const shots = shotsPerRevolution(scanner);
    if (shots === undefined)
      noteFault(reading, at, true, `false, since ${scanner.name} is not a spinning array of lasers`);
    else if (Math.ceil(shots) * scanner.channels.length > FRAME_CELLS_MAX)
      noteFault(reading, at, true, `false, since a turn of ${scanner.name} has more than ${FRAME_CELLS_MAX} pulses`);
  }
}
