import { UserError } from '../../../base/errors.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { openReadable } from '../../../io/clouds/readable-clouds.js';
import { columnCount } from '../../../io/tables/normal-columns.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { HeliosSource } from '../scene-xml.js';

/** Separators between the columns of a cloud. */
const SEPARATORS = ' ,;\t';

/** The voxels of a cloud of points, in our keys. Notes faults. `file`: the cloud, if it was found. */
export async function cloudVoxels(
  reading: HeliosReading,
  { params, place }: HeliosSource,
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const separator = params.text('separator');
  const size = params.number('voxelSize');
  if (separator === undefined) noteAt(reading, place, `xyzloader lacks separator, expected ${SEPARATORS_EXPECTED}`);
  else if (separator === '' || [...separator].some((character) => !SEPARATORS.includes(character)))
    noteAt(
      reading,
      params.place('separator'),
      `separator: found ${quoteText(separator)}, expected ${SEPARATORS_EXPECTED}`,
    );
  if (size === undefined && params.text('voxelSize') === undefined)
    noteAt(reading, place, 'xyzloader lacks voxelSize, expected the edge of a voxel (m)');
  if (size !== undefined && size < 0)
    noteAt(reading, params.place('voxelSize'), `voxelSize: found ${size}, expected a number >= 0 (m)`);
  return { size: size || 1, ...(await cloudNormals(reading, params, file)) };
}

const SEPARATORS_EXPECTED = 'one or more of blank, comma, semicolon and tab';

/** Columns from 0 in which HELIOS++ expects the normals of points. */
const NORMAL_COLUMNS = { normalXIndex: 3, normalYIndex: 4, normalZIndex: 5 };

/**
 * The normals of voxels: of planes where they are estimated, else those of the file where it has them, else of faces.
 */
async function cloudNormals(
  reading: HeliosReading,
  params: HeliosSource['params'],
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const defaultNormal = params.vector('defaultNormal');
  const known = defaultNormal && { defaultNormal };
  if ((params.whole('estimateNormals') ?? 0) > 0) return { normals: 'plane', ...known };
  const normalColumns = Object.entries(NORMAL_COLUMNS).map(([key, usual]) => (params.whole(key) ?? usual) + 1);
  if (file === undefined || Math.max(...normalColumns) > (await columnsIn(reading, file))) return {};
  return { normals: params.flag('snapNeighborNormal') ? 'nearest' : 'mean', normalColumns, ...known };
}

/** The number of columns of a cloud. Notes a file that is no cloud of text. */
async function columnsIn(reading: HeliosReading, file: string): Promise<number> {
  try {
    return columnCount(await openReadable(reading.files, file)) ?? 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteAt(reading, error.place ?? { file }, error.message);
    return 0;
  }
}
