import { z } from 'zod';
import { formatCount } from '../base/format-count.js';
import { endingOf } from '../base/text.js';
import { choiceField, mapField, numberField, textField } from '../base/yaml/fields.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { noteFault, placeIn } from '../survey/resolve/reading.js';
import type { FrameSection } from './frames/frame-output.js';
import type { NamedProduct } from './product.js';
import { DEFAULT_RATE, momentsOfTracks, RECORDING_RATE } from './track-moments.js';
import { type TrackOutput, trackLayout, type WrittenTracks } from './track-output.js';
import { TRACKED, trackedClasses } from './tracked-objects.js';

const ENDING = '.csv';
const FILE_EXPECTED = `a path that ends in ${ENDING}`;

const pathField = textField(
  `Path of the table of tracks (${ENDING}; .fcd.csv: as SUMO has them), relative to the current folder`,
  FILE_EXPECTED,
);

const schema = z
  .union(
    [
      pathField,
      mapField('the tracks of objects', {
        file: pathField,
        rate: numberField(
          `Moments a second; absent: those of the boxes of frames, or ${DEFAULT_RATE}; ${RECORDING_RATE} of .fcd.csv`,
          {
            unit: 'Hz',
            min: 1e-6,
            max: 1e4,
          },
        ).optional(),
        objects: choiceField(
          'Objects with tracks: those that move, or all vehicles, people and other things that may',
          TRACKED,
        ).default('moving'),
      }),
    ],
    { error: 'a path, or a map with file' },
  )
  .describe('The places, sizes and velocities of objects over time');

/** Most rows of a table. */
const ROWS_MAX = 10_000_000;

export interface TrackSection {
  tracks?: TrackOutput;
}

/** Where objects are over the time of the run: a row for each of them at each moment. */
export const tracks: NamedProduct<
  'tracks',
  typeof schema,
  TrackSection,
  { tracks?: WrittenTracks[] },
  TrackSection & FrameSection
> = {
  key: 'tracks',
  schema,
  none: {},
  resolve(reading, given, { folder }) {
    const { file, rate, objects } =
      typeof given === 'string' ? { file: given, rate: undefined, objects: 'moving' as const } : given;
    const at = typeof given === 'string' ? ['tracks'] : ['tracks', 'file'];
    if (endingOf(file) !== ENDING) noteFault(reading, at, file, FILE_EXPECTED);
    const path = reading.files.resolve(folder, file);
    return { tracks: { path, objects, ...(rate !== undefined && { rate }), place: placeIn(reading, ['tracks']) } };
  },
  placeOf: ({ tracks: output }) => output?.place,
  files: ({ tracks: output }) => (output ? [{ noun: 'tracks', path: output.path, place: output.place }] : []),
  sceneFaults: ({ tracks: output, ...survey }, scene) =>
    output && rowsOf(output, survey, scene) > ROWS_MAX ? [tooMany(output, survey, scene)] : [],
  sceneWarnings: ({ tracks: output, frames }, scene) => {
    if (output === undefined || trackedClasses(scene, output.objects, frames).size > 0) return [];
    const what = output.objects === 'moving' ? 'nothing in the scene moves: objects: all lists what stands, too' : NONE;
    return [`tracks: the table has no rows, since ${what}`];
  },
  bytes({ tracks: output, ...survey }, { scene }) {
    if (output === undefined) return 0;
    const { head, bytesPerRow } = trackLayout(output.path);
    return head.length + (scene ? rowsOf(output, survey, scene) * bytesPerRow : 0);
  },
  describe: ({ tracks: output }) => (output ? [['tracks', output.path]] : []),
  json: ({ tracks: output }) => ({ tracks: output?.path }),
  written: ({ tracks: files = [] }) =>
    files.map(({ path, rows: count, bytes }) => ({ path, count, noun: 'row', bytes })),
  async open({ tracks: output, ...survey }, { scene, files }) {
    if (output === undefined) return undefined;
    const { writeTracks } = await import('./write-tracks.js');
    const written = await writeTracks(survey, output, scene, { files });
    return { finish: async () => ({ tracks: [written] }), abort: async () => {} };
  },
};

const NONE = 'nothing in the scene is a vehicle, a person or another thing that may move';

type Timed = Pick<BareSurvey, 'legs' | 'instruments'> & FrameSection;

const rowsOf = (output: TrackOutput, survey: Timed, scene: Scene): number =>
  momentsOfTracks(output, survey).count * trackedClasses(scene, output.objects, survey.frames).size;

function tooMany(output: TrackOutput, survey: Timed, scene: Scene) {
  const { objects, place } = output;
  const moments = formatCount(momentsOfTracks(output, survey).count);
  const tracked = formatCount(trackedClasses(scene, objects, survey.frames).size);
  const found = `${moments} moments of ${tracked} objects`;
  return { place, message: `tracks: ${found} are more than ${formatCount(ROWS_MAX)} rows; choose a lower rate` };
}
