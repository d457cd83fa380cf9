import { IDENTITY } from '../../../base/affine.js';
import type { Log } from '../../../base/log.js';
import { printable } from '../../../base/printable.js';
import type { Vec3 } from '../../../base/vec3.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Mesh, Model } from '../../model.js';
import { LEAF_ANGLES, type LeafAngles, type VoxelChoice } from '../../voxel-choice.js';
import { boxOfMedium, type VoxelMedium } from '../../voxel-medium.js';
import { fileFault } from '../file-fault.js';
import type { ReadContext } from '../read-context.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { projectionsOf } from './leaf-angles.js';
import { readProjections } from './read-projections.js';
import { isAttenuation, readVoxelSpace, type VoxelSpace, warnOfNegative } from './voxel-space.js';

/**
 * The voxels with plants of a file of AMAPVox, as a turbid medium; if there are none, a model without meshes, with a
 * warning. Throws UserError with the line; AbortedError.
 */
export async function readMedium(
  bytes: Uint8Array,
  { file, log, voxels = {} }: ReadModelOptions,
  context: ReadContext,
): Promise<Model> {
  const { column } = voxels;
  const space = readVoxelSpace(bytes, file, { log, column, withoutTransmittance: true });
  warnOfNegative(space, file, log);
  const materials = [plainMaterial('vegetation')];
  const rows = rowsWithPlants(space, file);
  if (rows.length === 0) {
    log.warn(
      `${file}: of ${space.pad.length} voxels none has plants: ${space.column} of all is 0 or unknown; they are left out`,
    );
    return { meshes: [], materials, instances: [] };
  }
  if (voxels.foliage === 'area' && space.size.some((edge) => edge !== space.size[0]))
    throw fileFault(file, `voxels are ${space.size.join(' × ')}; expected cubes with physics of foliage: area`);
  const leaves = withLeafAngles(space, voxels, file, log);
  const medium = { ...densitiesOf(space, rows, file), ...(await extinctionOf(leaves, space, context)) };
  return {
    meshes: [meshOf(medium)],
    materials,
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
}

/** Projection of a leaf in all directions: G = 1/2 of the surface of a sphere. */
const SPHERICAL = 0.5;

/**
 * The choice with the leaf angles of the header, by which AMAPVox computed the densities, unless it has some itself.
 * Warns of those that differ, and of those that are not known here.
 */
function withLeafAngles(space: VoxelSpace, choice: VoxelChoice, file: string, log: Log): VoxelChoice {
  const { leafAngles: written } = space;
  if (written === undefined || choice.foliage === 'area' || choice.projections || isAttenuation(space.column))
    return choice;
  const known = leafAnglesOf(written);
  const { leafAngles } = choice;
  if (leafAngles !== undefined && leafAngles !== known)
    log.warn(`${file}: leafAngles is ${leafAngles}; the densities were computed with #lad_type ${printable(written)}`);
  else if (leafAngles === undefined && known === undefined)
    log.warn(`${file}: #lad_type ${printable(written)} is not known here: spherical counts; leafAngles takes others`);
  return leafAngles === undefined && known ? { ...choice, leafAngles: known } : choice;
}

/** Leaf angles by the words of AMAPVox (its LeafAngleDistribution: `Spherical`, internally SPHERIC). */
const leafAnglesOf = (written: string): LeafAngles | undefined =>
  LEAF_ANGLES.find((name) => name === written.toLowerCase() || name === `${written.toLowerCase()}al`);

/**
 * The extinction is density times projection; a column of attenuation has both already. With `foliage: area` it is that
 * of HELIOS++: the density itself, or, with projections, their product over 2π; leaves are parallel to faces of voxels.
 */
async function extinctionOf(
  { leafAngles = 'spherical', projections, foliage, leafSize }: VoxelChoice,
  { column }: VoxelSpace,
  context: ReadContext,
): Promise<Pick<VoxelMedium, 'extinction' | 'projections' | 'faces' | 'leafSize'>> {
  const sizes = leafSize !== undefined && { leafSize };
  if (isAttenuation(column)) return { extinction: 1, ...sizes };
  const table =
    projections !== undefined
      ? await readProjections(projections, context)
      : leafAngles === 'spherical'
        ? undefined
        : projectionsOf(leafAngles);
  const known = table && { projections: table };
  if (foliage === 'area') return { extinction: table ? 1 / (2 * Math.PI) : 1, ...known, faces: true };
  return { extinction: table ? 1 : SPHERICAL, ...known, ...sizes };
}

/** Smallest edge of a voxel: beams count voxels in f32. */
const EDGE_MIN = 1e-6;
/** Largest density: far beyond any plant, while its product with a length still fits f32. */
const DENSITY_MAX = 1e6;
/** Limit of the voxels in the box, for each row with plants, and a number that is always allowed. */
const VOXELS_A_ROW = 64;
const VOXELS_FREE = 1 << 16;

type Densities = Pick<VoxelMedium, 'min' | 'size' | 'counts' | 'densities'>;

/** The densities in the box of the voxels with plants. */
function densitiesOf(space: VoxelSpace, rows: readonly number[], file: string): Densities {
  const { cells, pad, min, size } = space;
  if (Math.min(...size) < EDGE_MIN)
    throw fileFault(file, `the header has #res ${Math.min(...size)}; expected at least ${EDGE_MIN} for a medium`);
  const [low, high] = [Math.min, Math.max].map((extreme) =>
    [0, 1, 2].map((axis) => rows.reduce((so, row) => extreme(so, cells[3 * row + axis]), cells[3 * rows[0] + axis])),
  );
  const counts = [0, 1, 2].map((axis) => high[axis] - low[axis] + 1) as unknown as Vec3;
  const [nx, ny, nz] = counts;
  if (nx * ny * nz > VOXELS_FREE + VOXELS_A_ROW * rows.length)
    throw fileFault(
      file,
      `${rows.length} voxels have plants, in a box of ${nx} × ${ny} × ${nz}; expected at most ${VOXELS_A_ROW} voxels of the box for each`,
      'Divide the file into parts that are less far apart.',
    );
  const densities = new Float32Array(nx * ny * nz);
  for (const row of rows) {
    const [x, y, z] = [0, 1, 2].map((axis) => cells[3 * row + axis] - low[axis]);
    densities[(z * ny + y) * nx + x] = pad[row];
  }
  const corner = [0, 1, 2].map((axis) => min[axis] + size[axis] * low[axis]) as unknown as Vec3;
  return { min: corner, size, counts, densities };
}

function rowsWithPlants({ pad, cells, column }: VoxelSpace, file: string): number[] {
  const rows: number[] = [];
  for (const [row, density] of pad.entries()) {
    if (density > DENSITY_MAX)
      throw fileFault(
        file,
        `voxel ${cells.subarray(3 * row, 3 * row + 3).join(' ')} has a ${column} of ${density}; expected at most ${DENSITY_MAX}`,
      );
    if (density > 0) rows.push(row);
  }
  return rows;
}

/** A mesh without triangles, whose vertices are the corners of the medium's box. */
function meshOf(medium: VoxelMedium): Mesh {
  const { min, max } = boxOfMedium(medium);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    [0, 1, 2].map((axis) => (corner & (1 << axis) ? max[axis] - min[axis] : 0)),
  );
  return {
    name: 'vegetation',
    origin: medium.min,
    positions: Float32Array.from(corners),
    indices: new Uint32Array(0),
    triangleGroup: new Uint16Array(0),
    groups: [{ object: '', group: '', material: 0 }],
    medium,
  };
}
