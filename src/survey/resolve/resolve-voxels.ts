import type { ValuePath } from '../../base/yaml/source-document.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { VoxelChoice } from '../../scene/read/voxels/voxel-choice.js';
import type { PartDefinition } from '../schema/scene-schema.js';
import { noteFault, type Reading } from './reading.js';

type VoxelsDefinition = NonNullable<Extract<PartDefinition, { file: unknown }>['voxels']>;

/** Keys for clouds of points; the others are for files of voxels. */
const OF_CLOUDS: readonly (keyof VoxelsDefinition)[] = ['size', 'minPoints'];

/** How the voxels of a part become surfaces. Notes keys that are not for files of its kind. */
export function resolveVoxels(reading: Reading, file: string, given: VoxelsDefinition, path: ValuePath): VoxelChoice {
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
  const { mode = 'solid', ...rest } = given;
  if (mode !== 'medium') return { ...rest, ...(!isCloud && { mode }) };
  const expected = 'solid or scaled: voxels that let a part of the light through are not simulated';
  noteFault(reading, [...path, 'mode'], mode, expected);
  return rest;
}
