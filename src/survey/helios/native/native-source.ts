import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosSource } from '../scene-xml.js';
import { cloudVoxels } from './cloud-voxels.js';
import { cubePlaces, noteMedium } from './cube-places.js';
import { locateFile } from './locate-file.js';
import { plantVoxels } from './plant-voxels.js';

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
      return {
        voxels: { ...(await cloudVoxels(reading, source, file)), ...cubePlaces(part) },
        ...(await materialOf(reading, source)),
      };
    case 'detailedvoxels':
      noteMedium(reading, part);
      return {
        voxels: { ...(await plantVoxels(reading, source)), ...cubePlaces(part) },
        ...(await materialOf(reading, source)),
      };
  }
}

const upOf = ({ params }: HeliosSource): NativeKeys =>
  params.text('up')?.trim().toLowerCase() === 'y' ? { up: 'y' } : {};

/** The material of an MTL file: the one that is named, or else the first one in the order of their names. */
async function materialOf(reading: HeliosReading, { params }: HeliosSource): Promise<NativeKeys> {
  noteRandomMaterials(reading, params);
  const [path, name] = [params.text('matfile'), params.text('matname')];
  if (path === undefined) return {};
  const file = await locateFile(reading, path, params.place('matfile'), 'nothing describes the material of the part');
  return file === undefined ? {} : { material: { file, ...(name !== undefined && { name }) } };
}

function noteRandomMaterials(reading: HeliosReading, params: HeliosSource['params']): void {
  const copies = params.whole('randomMaterials') ?? 0;
  if (copies === 0) return;
  const message = `randomMaterials="${copies}": copies of a material with colours drawn at random are not read`;
  noteOrWarn(reading, params.place('randomMaterials'), message, 'all surfaces have the material itself');
}
