import type { ValuePath } from '../../base/yaml/source-document.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import { LEAF_ANGLES, type LeafAngles } from '../../scene/read/amapvox/leaf-angles.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { VoxelChoice } from '../../scene/read/voxels/voxel-choice.js';
import type { PartDefinition } from '../schema/scene-schema.js';
import { noteFault, pathIn, type Reading } from './reading.js';

type VoxelsDefinition = NonNullable<Extract<PartDefinition, { file: unknown }>['voxels']>;

/** Keys for clouds of points; the others are for files of voxels. */
const OF_CLOUDS: readonly (keyof VoxelsDefinition)[] = ['size', 'minPoints'];

/**
 * How the voxels of a part become surfaces or a medium, whose extinction is that of the survey's `foliage`. Notes keys that are not for
 * files of its kind, or for its mode.
 */
export function resolveVoxels(
  reading: Reading,
  file: string,
  given: VoxelsDefinition,
  path: ValuePath,
  foliage: Physics['foliage'],
): VoxelChoice {
  const isCloud = !sceneFormatOf(file)?.hasVoxels;
  for (const [key, value] of Object.entries(given))
    if (value !== undefined && OF_CLOUDS.includes(key as keyof VoxelsDefinition) !== isCloud)
      noteFault(
        reading,
        [...path, key],
        value,
        isCloud ? `no ${key}: only AMAPVox files (.vox) have it` : `no ${key}: only clouds of points have it`,
      );
  if (isCloud && given.size === undefined)
    noteFault(reading, path, given, 'voxels with a size: a cloud of points has none of its own');
  const { mode = 'solid', leafAngles, ...rest } = given;
  if (leafAngles !== undefined && mode !== 'medium')
    noteFault(reading, [...path, 'leafAngles'], leafAngles, 'no leafAngles: only voxels of mode medium have them');
  if (mode !== 'medium') return { ...rest, ...(!isCloud && { mode }) };
  return { mode, ...leavesOf(reading, leafAngles), ...(foliage !== PHYSICS.si.foliage && { foliage }) };
}

/** The name of a distribution, or else the path to a table. */
function leavesOf(reading: Reading, leafAngles: string | undefined): Pick<VoxelChoice, 'leafAngles' | 'projections'> {
  if (leafAngles === undefined) return {};
  if ((LEAF_ANGLES as readonly string[]).includes(leafAngles)) return { leafAngles: leafAngles as LeafAngles };
  return { projections: pathIn(reading, leafAngles) };
}
