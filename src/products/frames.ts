import { invariant } from '../base/errors.js';
import { dirname } from '../base/files/paths.js';
import { outputName } from '../base/files/standard-output.js';
import { formatSeconds } from '../base/format-seconds.js';
import { cloudFormat } from '../io/clouds/cloud-formats.js';
import { dataSetLayout } from '../io/data-sets/data-sets.js';
import { layoutBytes } from '../io/mcap/cloud-layouts.js';
import { BOXES_ENDING, besideCloud } from './beside.js';
import { noteUnrecorded } from './check-fields.js';
import { framesHaveClass } from './class-field.js';
import { frameFaults, strayFrames } from './frames/check-frames.js';
import { boxedObjects, classWarnings, nestedObjects } from './frames/frame-classes.js';
import type { Deskew, FrameOutput, FrameSection, WrittenFrames } from './frames/frame-output.js';
import { framePath, nameInPaths } from './frames/frame-paths.js';
import { framesSchema, resolveFrames } from './frames/frames-schema.js';
import { frameCounts, olderFrames } from './frames/older-frames.js';
import { type NamedProduct, type Need, pointsIn, type WrittenCount } from './product.js';
import { groundFaults, needsOfFields } from './recorded-fields.js';

/** Rough size, for estimates. */
const BYTES_PER_BOX = 800;

/** The run cut into short clouds. */
export const frames: NamedProduct<
  'frames',
  typeof framesSchema,
  FrameSection,
  { frames?: WrittenFrames[] },
  FrameSection & { waveforms?: object }
> = {
  key: 'frames',
  schema: framesSchema,
  none: {},
  resolve: async (reading, given, context) => ({ frames: await resolveFrames(reading, given, context) }),
  checkWithRest: (reading, { fields }, survey) => noteUnrecorded(reading, ['frames'], 'frames', { fields }, survey),
  placeOf: ({ frames: output }) => output?.place,
  // Standard output is one file; others are too many to list.
  files: ({ frames: output }) =>
    output && isStream(output) ? [{ noun: 'frames', path: output.pattern, place: output.place }] : [],
  folders: ({ frames: output, instruments }) =>
    output && !isStream(output)
      ? instruments.map(({ name }) => dirname(framePath(output.pattern, 0, nameInPaths(output, name))))
      : [],
  faults: ({ frames: output, ...survey }, { files, taken, force }) =>
    output ? frameFaults(files, survey, output, taken, force) : [],
  sceneFaults: ({ frames: output }, scene) => (output ? groundFaults(output, scene) : []),
  sceneWarnings: ({ frames: output }, scene) => [...classWarnings(output, scene), ...nestedObjects(output, scene)],
  classes: ({ frames: output }) => output !== undefined && framesHaveClass(output),
  needs: ({ frames: output }) =>
    output === undefined ? [] : ['pulse list', ...needsOfFields(output), ...bodyNeeds(output)],
  bytes({ frames: output, ...survey }, { points, scene }) {
    if (output === undefined) return 0;
    const bytes = bytesPerPoint(output);
    const listed = (scene && boxedObjects(output, scene)?.size) ?? 0;
    const lists = listed === 0 ? 0 : frameCounts(survey, output).reduce((sum, { count }) => sum + count, 0);
    return points.reduce((sum, count) => sum + count * bytes, lists * listed * BYTES_PER_BOX);
  },
  async olderFiles({ frames: output, ...survey }, files) {
    const older =
      output && !isStream(output) ? await olderFrames(files, output.pattern, frameCounts(survey, output)) : [];
    return older.flatMap((path) => [path, besideCloud(path, BOXES_ENDING)]);
  },
  seconds: ({ frames: output }, counts) =>
    output ? pointsIn(counts) * (NANOSECONDS_PER_POINT + nanosecondsPerPoint(output)) * 1e-9 : 0,
  describe: ({ frames: output }) => (output ? [['frames', describeFrames(output)]] : []),
  json: ({ frames: output }) => ({ frames: output && { path: output.pattern, format: output.format } }),
  written: ({ frames: written = [] }) => byPath(written),
  open: async ({ frames: output }, run) => output && run.openFrames(output),
  strayFiles: async ({ frames: output, instruments }, files) =>
    output && !isStream(output) ? strayFrames(files, output, instruments) : undefined,
};

const bodyNeeds = ({ deskew }: FrameOutput): Need[] => (deskew === 'objects' ? ['bodies'] : []);

const isStream = ({ format }: FrameOutput): boolean => format === 'stream';

/** Time of one core for cutting and placing a point of a frame, and for packing it into a message or a stream. */
const NANOSECONDS_PER_POINT = 500;
const PACKED_NANOSECONDS = 1000;

function nanosecondsPerPoint({ dataSet, format }: FrameOutput): number {
  if (dataSet) return dataSetLayout(dataSet.name).nanosecondsPerPoint;
  const isPacked = format === 'mcap' || format === 'stream' || format === 'data-set';
  return isPacked ? PACKED_NANOSECONDS : cloudFormat(format).nanosecondsPerPoint;
}

function bytesPerPoint({ dataSet, format, recording }: FrameOutput): number {
  if (dataSet) return dataSetLayout(dataSet.name).bytesPerPoint;
  invariant(format !== 'data-set', 'frames of a data set have its layout');
  if (format === 'stream') return layoutBytes('all');
  return format === 'mcap' ? layoutBytes(recording?.layout) : cloudFormat(format).bytesPerPoint;
}

function describeFrames({ pattern, by, coordinates, deskew, organised }: FrameOutput): string {
  const length = by === 'revolution' ? 'a revolution each' : `${formatSeconds(by)} each`;
  const words = [length, `${coordinates} coordinates`, deskewWords(deskew), organised && 'organised'];
  return `${outputName(pattern)}: ${words.filter(Boolean).join(', ')}`;
}

const deskewWords = (deskew: Deskew) => deskew && (deskew === 'objects' ? 'deskewed with its objects' : 'deskewed');

/** The frames of scanners, those in one recording together. */
function byPath(written: readonly WrittenFrames[]): WrittenCount[] {
  const joined = new Map<string, WrittenCount>();
  for (const { path: pattern, scanner, files, bytes } of written) {
    const path = outputName(pattern.replace('%s', scanner));
    const before = joined.get(path);
    joined.set(path, {
      path,
      noun: 'frame',
      count: files + (before?.count ?? 0),
      bytes: bytes + (before?.bytes ?? 0),
    });
  }
  return [...joined.values()];
}
