import type { ValuePath } from '../../base/yaml/source-document.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import { LEAF_ANGLES, type LeafAngles } from '../../scene/read/amapvox/leaf-angles.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { VoxelChoice } from '../../scene/read/voxels/voxel-choice.js';
import type { PartDefinition } from '../schema/scene-schema.js';
import { noteFault, pathIn, type Reading } from './reading.js';

type VoxelsDefinition = NonNullable<Extract<PartDefinition, { file: unknown }>['voxels']>;

/** Keys for clouds of points; the others are for files of voxels. */
const OF_CLOUDS: readonly (keyof VoxelsDefinition)[] = [
  'size',
  'minPoints',
  'normals',
  'normalColumns',
  'defaultNormal',
];

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
  if (isCloud) return cloudVoxels(reading, given, path);
  const { mode = 'solid', leafAngles, ...rest } = given;
  if (leafAngles !== undefined && mode !== 'medium')
    noteFault(reading, [...path, 'leafAngles'], leafAngles, 'no leafAngles: only voxels of mode medium have them');
  if (mode !== 'medium') return { ...rest, mode };
  return { mode, ...leavesOf(reading, leafAngles), ...(foliage !== PHYSICS.si.foliage && { foliage }) };
}

/** How a cloud becomes voxels. Notes a missing size, and keys of normals that are not for these normals. */
function cloudVoxels(reading: Reading, given: VoxelsDefinition, path: ValuePath): VoxelChoice {
  const { size, normals = 'faces', normalColumns, defaultNormal } = given;
  if (size === undefined) noteFault(reading, path, given, 'voxels with a size: a cloud of points has none of its own');
  if (normalColumns !== undefined && normals !== 'mean' && normals !== 'nearest')
    noteFault(
      reading,
      [...path, 'normalColumns'],
      normalColumns,
      'no normalColumns: only normals: mean and nearest read them',
    );
  if (defaultNormal !== undefined && (normals === 'faces' || Math.hypot(...defaultNormal) === 0))
    noteFault(
      reading,
      [...path, 'defaultNormal'],
      defaultNormal,
      normals === 'faces' ? 'no defaultNormal: faces have normals' : 'a vector of any length but 0',
    );
  const { leafAngles: _, ...cloud } = given;
  return cloud;
}

/** The name of a distribution, or else the path to a table. */
function leavesOf(reading: Reading, leafAngles: string | undefined): Pick<VoxelChoice, 'leafAngles' | 'projections'> {
  if (leafAngles === undefined) return {};
  if ((LEAF_ANGLES as readonly string[]).includes(leafAngles)) return { leafAngles: leafAngles as LeafAngles };
  return { projections: pathIn(reading, leafAngles) };
}
