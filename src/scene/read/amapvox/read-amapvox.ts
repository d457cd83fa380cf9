import { IDENTITY, transformPoint } from '../../../base/affine.js';
import { RandomStream } from '../../../base/random-stream.js';
import { finishInTurns } from '../../../base/steps.js';
import { scale, subtract, type Vec3 } from '../../../base/vec3.js';
import { undescribedMaterial } from '../../materials/plain-material.js';
import type { Model } from '../../model.js';
import type { VoxelChoice } from '../../voxel-choice.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { type Cube, cubeAbout, cubeFaces, gridFaces } from '../voxels/cube-faces.js';
import { KeyCounts } from '../voxels/key-counts.js';
import { cellKey, middleOfCell } from '../voxels/voxel-grid.js';
import { readVoxelSpace, type VoxelSpace, warnOfNegative } from './voxel-space.js';

const EXPONENT = 0.5;

/**
 * The voxels of AMAPVox (Vincent et al. 2017) that do not let all light through, as solid cubes; if there are none, a
 * model without meshes, with a warning. Throws UserError with the line; AbortedError.
 */
export async function readAmapVox(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { file, log, signal, voxels = {} } = options;
  const { groups } = voxels;
  const space = readVoxelSpace(bytes, file, { log, column: voxels.column });
  if (voxels.mode === 'scaled') warnOfNegative(space, file, log);
  const materials = [undescribedMaterial('vegetation', options.physics)];
  const solid = solidRows(space);
  const isWhole = voxels.mode !== 'scaled' && voxels.turn === undefined && voxels.cubeScale === undefined;
  const cubes = isWhole ? undefined : cubesOf(space, solid, voxels);
  if ((cubes ?? solid).length === 0) {
    warnOfNone(space, solid.length, options);
    return { meshes: [], materials, instances: [] };
  }
  const faces = cubes
    ? cubeFaces(cubes.length, (n) => cubes[n], { groups })
    : gridFaces(gridOf(space, solid), { groups });
  const meshes = [await finishInTurns(faces, signal)];
  return finishModel({ meshes, materials, instances: [{ mesh: 0, name: '', transform: IDENTITY }] }, file, options);
}

function warnOfNone({ pad, column }: VoxelSpace, solid: number, { file, log }: ReadModelOptions): void {
  const why =
    solid === 0
      ? 'is solid: the transmittance of all is 1 or unknown'
      : `has plants: where light ends ${column} is 0 or unknown`;
  log.warn(`${file}: of ${pad.length} voxels none ${why}; they are left out`);
}

/** Rows of the voxels at which light ends. */
function solidRows({ transmittance }: VoxelSpace): number[] {
  const rows: number[] = [];
  for (const [row, share] of transmittance.entries()) if (share !== 1 && !Number.isNaN(share)) rows.push(row);
  return rows;
}

const cellOfRow = ({ cells }: VoxelSpace, row: number) =>
  [cells[3 * row], cells[3 * row + 1], cells[3 * row + 2]] as const;

function gridOf(space: VoxelSpace, rows: readonly number[]) {
  const { min, size, counts } = space;
  const keys = new KeyCounts();
  for (const row of rows) keys.add(cellKey(counts, ...cellOfRow(space, row)));
  return { min, size, counts, keys: keys.atLeast(1) };
}

/**
 * A cube in each voxel. Cubes of plants are scaled by density, up to the size of the voxel. Rotations apply to places,
 * not to cubes.
 */
function cubesOf(
  space: VoxelSpace,
  rows: readonly number[],
  { mode, exponent = EXPONENT, cubeScale = 1, shift = false, seed = 1, turn = IDENTITY }: VoxelChoice,
): Cube[] {
  const { size, pad, maxPad } = space;
  const random = new RandomStream(seed, 'voxels');
  return rows.flatMap((row) => {
    const share = mode === 'scaled' ? Math.min(1, (pad[row] / maxPad) ** exponent) : 1;
    if (!(share > 0 && (mode !== 'scaled' || pad[row] > 0))) return [];
    const edges = scale(scale(size, cubeScale), share);
    const free = subtract(scale(size, cubeScale), edges);
    const middle = transformPoint(turn, middleOfCell(space, cellOfRow(space, row)));
    const moved = (x: number, axis: number) => x + free[axis] * (random.unit() - 0.5);
    return [cubeAbout(shift ? (middle.map(moved) as unknown as Vec3) : middle, edges)];
  });
}
