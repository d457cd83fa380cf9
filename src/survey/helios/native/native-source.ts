import { UserError } from '../../../base/errors.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { columnCount } from '../../../io/read/normal-columns.js';
import { openCloud } from '../../../io/readable-clouds.js';
import { type HeliosReading, noteAt, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosSource } from '../scene-xml.js';

type NativeKeys = Record<string, unknown>;

/**
 * What a part in our keys has besides its file and its placement: how the file is read, and its material. `file`: the first one that it
 * loads; absent: none was found.
 */
export async function nativeSource(reading: HeliosReading, part: HeliosPart, file?: string): Promise<NativeKeys> {
  const { source } = part;
  switch (source.filter) {
    case 'objloader':
      return upOf(source);
    case 'geotiffloader':
      return materialOf(reading, source);
    case 'xyzloader':
      noteTurnedVoxels(reading, part);
      return { voxels: await cloudVoxels(reading, source, file), ...(await materialOf(reading, source)) };
    case 'detailedvoxels':
      noteTurnedVoxels(reading, part);
      noteScaledVoxels(reading, part);
      return { voxels: await plantVoxels(reading, source), ...(await materialOf(reading, source)) };
  }
}

const upOf = ({ params }: HeliosSource): NativeKeys =>
  params.text('up')?.trim().toLowerCase() === 'y' ? { up: 'y' } : {};

/** The material of an MTL file: the one that is named, or else the first one in the order of their names. */
async function materialOf(reading: HeliosReading, { params }: HeliosSource): Promise<NativeKeys> {
  noteRandomMaterials(reading, params);
  const [path, name] = [params.text('matfile'), params.text('matname')];
  if (path === undefined) return {};
  const file = await locate(reading, path, params.place('matfile'), 'nothing describes the material of the part');
  return file === undefined ? {} : { material: { file, ...(name !== undefined && { name }) } };
}

function noteRandomMaterials(reading: HeliosReading, params: HeliosSource['params']): void {
  const copies = params.whole('randomMaterials') ?? 0;
  if (copies === 0) return;
  const message = `randomMaterials="${copies}": copies of a material with colours drawn at random are not read`;
  noteOrWarn(reading, params.place('randomMaterials'), message, 'all surfaces have the material itself');
}

/** The absolute path of a file; notes that it is missing. */
async function locate(
  reading: HeliosReading,
  path: string,
  place: HeliosSource['place'],
  instead: string,
): Promise<string | undefined> {
  try {
    return await reading.library.locate(path, place);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteOrWarn(reading, place, error.message, instead);
    return undefined;
  }
}

/** What may stand between the columns of a cloud. */
const SEPARATORS = ' ,;\t';

/** The voxels of a cloud of points. */
async function cloudVoxels(
  reading: HeliosReading,
  { params, place }: HeliosSource,
  file: string | undefined,
): Promise<NativeKeys> {
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

/** Where HELIOS++ looks for the normals of points, from 0. */
const NORMAL_COLUMNS = { normalXIndex: 3, normalYIndex: 4, normalZIndex: 5 };

/** The normals of voxels: of planes where they are estimated, else those of the file where it has them, else of faces. */
async function cloudNormals(
  reading: HeliosReading,
  params: HeliosSource['params'],
  file: string | undefined,
): Promise<NativeKeys> {
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
    return columnCount(await openCloud(reading.files, file)) ?? 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteAt(reading, error.place ?? { file }, error.message);
    return 0;
  }
}

/** The voxels of an AMAPVox file. */
async function plantVoxels(reading: HeliosReading, { params }: HeliosSource): Promise<NativeKeys> {
  const mode = (params.text('intersectionMode') ?? 'transmittive').trim().toLowerCase();
  if (mode === 'fixed') return { mode: 'solid' };
  if (mode === 'scaled') {
    const exponent = params.number('intersectionArgument') ?? SCALED_EXPONENT;
    return { mode, exponent, ...(params.flag('randomShift') && { shift: true }) };
  }
  if (mode !== 'transmittive')
    noteAt(
      reading,
      params.place('intersectionMode'),
      `intersectionMode: found ${quoteText(mode)}, expected transmittive, fixed or scaled`,
    );
  const table = params.text('ladlut');
  const instead = 'leaves of all angles are assumed';
  const leafAngles = table && (await locate(reading, table, params.place('ladlut'), instead));
  return { mode: 'medium', ...(leafAngles && { leafAngles }) };
}

const SCALED_EXPONENT = 0.5;

function noteTurnedVoxels({ quirks }: HeliosReading, { place, placement }: HeliosPart): void {
  if (placement.turns.length > 0)
    quirks.note(12, place, 'the voxels of a part are turned with it; HELIOS++ turns their places, not the cubes');
}

function noteScaledVoxels({ quirks }: HeliosReading, { place, placement }: HeliosPart): void {
  if (placement.scale !== 1)
    quirks.note(
      12,
      place,
      `the voxels of a part and their places are scaled by ${placement.scale}; HELIOS++ scales the cubes alone`,
    );
}
