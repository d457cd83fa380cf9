import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosSource } from '../scene-xml.js';
import { cloudVoxels } from './cloud-voxels.js';
import { cubePlaces, isOfCubes, noteMedium } from './cube-places.js';
import { locateFile } from './locate-file.js';
import { plantVoxels, seeded } from './plant-voxels.js';

type SourceKeys = Record<string, unknown> & { material?: object };

/**
 * Keys of a part besides its file and its placement: reading options and material. `file`: the first one that it loads;
 * absent: none was found.
 */
export async function sourceKeys(reading: HeliosReading, part: HeliosPart, file?: string): Promise<SourceKeys> {
  const { source } = part;
  switch (source.filter) {
    case 'objloader':
      return upOf(source);
    case 'geotiffloader':
      return materialOf(reading, source);
    case 'xyzloader':
      return {
        voxels: { ...(await cloudVoxels(reading, source, file)), ...cubePlaces(part) },
        ...(await materialsOf(reading, source)),
      };
    case 'detailedvoxels':
      noteMedium(reading, part);
      return {
        voxels: { ...(await plantVoxels(reading, source)), ...cubePlaces(part) },
        ...(await materialsOf(reading, source)),
      };
  }
}

const upOf = ({ params }: HeliosSource): SourceKeys =>
  params.text('up')?.trim().toLowerCase() === 'y' ? { up: 'y' } : {};

/** The material of an MTL file: the named one, or else the first in the order of their names. */
async function materialOf(reading: HeliosReading, { params }: HeliosSource): Promise<SourceKeys> {
  const [path, name] = [params.text('matfile'), params.text('matname')];
  if (path === undefined) return {};
  const file = await locateFile(reading, path, params.place('matfile'), 'nothing describes the material of the part');
  return file === undefined ? {} : { material: { file, ...(name !== undefined && { name }) } };
}

/** The same of voxels, which may have copies of it with colours drawn at random, in turn. */
async function materialsOf(reading: HeliosReading, source: HeliosSource): Promise<SourceKeys> {
  const { params } = source;
  const found = await materialOf(reading, source);
  const copies = params.whole('randomMaterials') ?? 0;
  const range = params.number('randomRange') ?? 1;
  if (copies <= 0 || range <= 0 || found.material === undefined) return found;
  const random = { copies, ...(range < 1 && { range }), ...seeded(reading) };
  if (isOfCubes(source)) return { material: { ...found.material, random } };
  const message = `randomMaterials: found ${copies}, expected 0: the voxels of a medium have one material`;
  noteOrWarn(reading, params.place('randomMaterials'), message, 'all of them have the material itself');
  return found;
}
