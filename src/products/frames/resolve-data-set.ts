import { joinPath } from '../../base/files/paths.js';
import type { StrengthRange } from '../../cloud/tone-mapping/strengths.js';
import type { DataSetLayout } from '../../io/data-sets/data-set.js';
import { type DataSetName, dataSetLayout } from '../../io/data-sets/data-sets.js';
import type { Instrument } from '../../survey/bare-survey.js';
import { noteFault, type Reading } from '../../survey/resolve/reading.js';
import type { ProductContext } from '../product.js';
import type { DataSetFrames, Deskew, FrameOutput } from './frame-output.js';
import { SCANNER_PLACE } from './frame-paths.js';
import { resolveClassMap } from './resolve-class-map.js';
import { RECORDING_FIELDS } from './resolve-recording.js';
import { resolveStrength } from './resolve-strength.js';

/** A survey's keys for frames in the layout of a data set. */
interface DataSetDefinition {
  dataset: DataSetName;
  folder?: string;
  classes?: string;
  intensity?: StrengthRange;
  deskew: Deskew;
}

/** Values that a layout requires of points, and that a survey may therefore repeat. */
const setBy = ({ axes }: DataSetLayout) => ({ coordinates: 'sensor', axes, organised: false }) as const;

/** Keys of frames that a layout has no place for. */
const WITHOUT = ['file', ...Object.keys(RECORDING_FIELDS), 'poses', 'fields'];

/**
 * Frames in the layout of a data set, apart from the keys that all frames have. Notes keys that contradict the layout.
 */
export async function resolveDataSet(
  reading: Reading,
  { dataset, folder, classes, intensity, deskew }: DataSetDefinition,
  written: Readonly<Record<string, unknown>>,
  context: ProductContext,
): Promise<Omit<FrameOutput, 'by' | 'place'>> {
  const layout = dataSetLayout(dataset);
  // A layout has the sensor's frame at the start; whether objects are there, too, is the survey's to say.
  const moments = deskew === 'objects' ? deskew : true;
  const boxes = typeof written.boxes === 'object' ? {} : { boxes: true };
  for (const [key, needed] of Object.entries({ ...setBy(layout), deskew: moments, ...boxes }))
    if (written[key] !== undefined && written[key] !== needed)
      noteFault(reading, ['frames', key], written[key], `nothing, or ${needed}: ${dataset} has it so`);
  for (const key of WITHOUT)
    if (written[key] !== undefined)
      noteFault(
        reading,
        ['frames', key],
        written[key],
        `nothing: dataset: ${dataset} sets the files and their content`,
      );
  const channels = channelsIn(layout, folder, context.instruments);
  checkFolder(reading, folder, channels === undefined ? context.instruments : []);
  const own = classes === undefined ? {} : await resolveClassMap(reading, classes, ['frames', 'classes'], layout);
  const root = reading.files.resolve(context.folder, folder ?? '.');
  const dataSet: DataSetFrames = { name: dataset, folder: root, ...(channels && { channels }), classes: own };
  const strength = resolveStrength(reading, intensity, { name: dataset, ...layout }, context);
  // The scanner of a folder of its own is the first of its sensors.
  const [only = ''] = layout.channels?.(['']) ?? [];
  const pattern = joinPath(root, channels ? layout.points : layout.points.replace(SCANNER_PLACE, only));
  return { pattern, format: 'data-set', dataSet, strength, ...setBy(layout), deskew: moments, poses: undefined };
}

/** The sensors of several scanners in one folder, by their names; undefined: each has a folder of its own. */
function channelsIn(layout: DataSetLayout, folder: string | undefined, instruments: readonly Instrument[]) {
  const names = instruments.map(({ name }) => name);
  if (layout.channels === undefined || names.length < 2 || folder?.includes('%s')) return undefined;
  const channels = layout.channels(names);
  return Object.fromEntries(names.map((name, k) => [name, channels[k]]));
}

function checkFolder(reading: Reading, folder: string | undefined, instruments: readonly Instrument[]): void {
  const at = ['frames', 'folder'];
  if (folder === undefined) noteFault(reading, at, undefined, 'the path of a folder, such as sequences/00');
  else if (/%0?[1-9]?d/.test(folder)) noteFault(reading, at, folder, 'a path without %d: the layout numbers its files');
  else if (instruments.length > 1 && !folder.includes('%s'))
    noteFault(reading, at, folder, 'a path with %s for the name of the scanner, since there are several');
}
