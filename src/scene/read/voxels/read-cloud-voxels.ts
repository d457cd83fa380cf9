import { IDENTITY } from '../../../base/affine.js';
import { AbortedError, UserError } from '../../../base/errors.js';
import { finishInTurns, othersTurn } from '../../../base/steps.js';
import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../../../base/vec3.js';
import { isSomewhere } from '../../../cloud/is-somewhere.js';
import { readColumns } from '../../../io/read-points.js';
import type { ReadableCloud } from '../../../io/readable-cloud.js';
import { openCloud } from '../../../io/readable-clouds.js';
import type { Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import { fileFault, undescribedMaterial } from '../loader-options.js';
import type { ReadContext } from '../read-context.js';
import { gridFaces } from './cube-faces.js';
import { KeyCounts } from './key-counts.js';
import { cellKey, gridCounts, type VoxelGrid } from './voxel-grid.js';

/**
 * A cloud of points as solid cubes: those of a grid that is parallel to the axes and begins at the least x, y and z of
 * its points, where at least `minPoints` of them are. Edges have `size`, in the unit of the file. The cloud is read
 * twice, never held. Throws UserError for what is no cloud, and for voxels too small to be numbered; AbortedError.
 */
export async function readCloudVoxels(
  path: string,
  { size, minPoints = 1 }: { size: number; minPoints?: number },
  context: ReadContext,
): Promise<Model> {
  const cloud = await openCloud(context.files, path);
  for (const warning of cloud.warnings) context.log.warn(`${path}: ${warning}`);
  const bounds = await cloudBounds(cloud, context);
  const grid = await occupiedCells(cloud, { bounds, size, minPoints }, context);
  if (grid.keys.length === 0)
    throw fileFault(path, `no voxel of ${size} has ${minPoints} points`, 'Make voxels larger, or minPoints less.');
  const model = {
    meshes: [await finishInTurns(gridFaces(grid), context.signal)],
    materials: [undescribedMaterial('voxels', context.physics)],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return finishModel(model, path, context.log);
}

/** Box of the points that have a place. */
async function cloudBounds(cloud: ReadableCloud, context: ReadContext): Promise<Box3> {
  const bounds = emptyBox();
  await eachPlace(cloud, context, (x, y, z) => growBox(bounds, x, y, z));
  if (isEmptyBox(bounds)) throw fileFault(cloud.path, 'found no point with a place');
  return bounds;
}

async function occupiedCells(
  cloud: ReadableCloud,
  { bounds, size, minPoints }: { bounds: Box3; size: number; minPoints: number },
  context: ReadContext,
): Promise<VoxelGrid> {
  const { min, max } = bounds;
  const extent: Vec3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const counts = gridCounts(extent, size);
  if (counts === undefined)
    throw new UserError(
      `found voxels of ${size} in a cloud of ${extent.join(' × ')}: there are too many to be numbered`,
      {
        place: { file: cloud.path },
        hint: 'Make voxels larger, or remove points far away from the others.',
      },
    );
  const keys = new KeyCounts();
  await eachPlace(cloud, context, (x, y, z) =>
    keys.add(
      cellKey(
        counts,
        Math.floor((x - min[0]) / size),
        Math.floor((y - min[1]) / size),
        Math.floor((z - min[2]) / size),
      ),
    ),
  );
  return { min: [min[0], min[1], min[2]], size, counts, keys: keys.atLeast(minPoints) };
}

async function eachPlace(
  cloud: ReadableCloud,
  { signal }: ReadContext,
  take: (x: number, y: number, z: number) => void,
): Promise<void> {
  for await (const { count, x, y, z } of readColumns(cloud, ['x', 'y', 'z'])) {
    for (let i = 0; i < count; i++) if (isSomewhere(x[i], y[i], z[i])) take(x[i], y[i], z[i]);
    await othersTurn(signal);
  }
  if (signal?.aborted) throw new AbortedError();
}
