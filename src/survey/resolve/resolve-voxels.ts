import type { ValuePath } from '../../base/yaml/source-document.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import { LEAF_ANGLES, type LeafAngles } from '../../scene/read/amapvox/leaf-angles.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { VoxelChoice } from '../../scene/read/voxels/voxel-choice.js';
import type { PartDefinition } from '../schema/scene-schema.js';
import { noteFault, pathIn, type Reading } from './reading.js';
import { resolveRotation } from './resolve-rotation.js';

type VoxelsDefinition = NonNullable<Extract<PartDefinition, { file: unknown }>['voxels']>;

/** Keys for clouds of points only, and for files of voxels only. */
const OF_CLOUDS: readonly (keyof VoxelsDefinition)[] = [
  'size',
  'minPoints',
  'normals',
  'normalColumns',
  'defaultNormal',
];
const OF_VOXELS: readonly (keyof VoxelsDefinition)[] = ['mode', 'exponent', 'cubeScale', 'shift', 'seed', 'leafAngles'];

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
  for (const key of isCloud ? OF_VOXELS : OF_CLOUDS)
    if (given[key] !== undefined)
      noteFault(
        reading,
        [...path, key],
        given[key],
        isCloud ? `no ${key}: only AMAPVox files (.vox) have it` : `no ${key}: only clouds of points have it`,
      );
  if (given.mode !== 'medium') return cubes(reading, isCloud, given, path);
  for (const key of ['rotate', 'cubeScale'] as const)
    if (given[key] !== undefined)
      noteFault(reading, [...path, key], given[key], `no ${key}: voxels of mode medium are no cubes`);
  const { mode, leafAngles } = given;
  return { mode, ...leavesOf(reading, leafAngles), ...(foliage !== PHYSICS.si.foliage && { foliage }) };
}

/** How voxels become cubes. Notes leaf angles, which these do not have. */
function cubes(reading: Reading, isCloud: boolean, given: VoxelsDefinition, path: ValuePath): VoxelChoice {
  const { leafAngles, rotate, mode = 'solid', ...rest } = given;
  if (leafAngles !== undefined && !isCloud)
    noteFault(reading, [...path, 'leafAngles'], leafAngles, 'no leafAngles: only voxels of mode medium have them');
  if (isCloud) checkCloud(reading, given, path);
  const turn = rotate && resolveRotation(reading, rotate, [...path, 'rotate']);
  return { ...rest, ...(!isCloud && { mode }), ...(turn && { turn }) };
}

/** Notes a missing size, and keys of normals that are not for these normals. */
function checkCloud(reading: Reading, given: VoxelsDefinition, path: ValuePath): void {
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
}

/** The name of a distribution, or else the path to a table. */
function leavesOf(reading: Reading, leafAngles: string | undefined): Pick<VoxelChoice, 'leafAngles' | 'projections'> {
  if (leafAngles === undefined) return {};
  if ((LEAF_ANGLES as readonly string[]).includes(leafAngles)) return { leafAngles: leafAngles as LeafAngles };
  return { projections: pathIn(reading, leafAngles) };
}
