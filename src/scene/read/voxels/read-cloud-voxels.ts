import { IDENTITY, transformDirection, transformPoint } from '../../../base/affine.js';
import { UserError } from '../../../base/errors.js';
import { finishInTurns, othersTurn, type Steps } from '../../../base/steps.js';
import { counted } from '../../../base/text.js';
import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../../../base/vec3.js';
import { isSomewhere } from '../../../cloud/is-somewhere.js';
import { isMiss, MISS_KEYS } from '../../../cloud/misses.js';
import { inOneUnit } from '../../../io/clouds/cloud-units.js';
import { readColumns } from '../../../io/clouds/read-points.js';
import { openReadable, recordColumnsOf } from '../../../io/clouds/readable-clouds.js';
import type { ReadableCloud } from '../../../io/records/readable-cloud.js';
import { withNormalColumns } from '../../../io/tables/normal-columns.js';
import { undescribedMaterial } from '../../materials/plain-material.js';
import type { Mesh, Model, StatedUnit } from '../../model.js';
import { VOXEL_DEFAULTS, type VoxelChoice, type VoxelNormalsKind } from '../../voxel-choice.js';
import { fileFault } from '../file-fault.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadContext } from '../read-context.js';
import { cubeAbout, cubeFaces, gridFaces } from './cube-faces.js';
import { KeyCounts } from './key-counts.js';
import { cellKey, cellOfKey, gridCounts, middleOfCell, placeOfKey, type VoxelGrid } from './voxel-grid.js';
import { PLANE_POINTS, sumNormals } from './voxel-normals.js';

/**
 * A cloud of points as solid cubes: the cells with at least `minPoints` points of a grid that is parallel to the axes
 * and begins at the least x, y and z of the points. Edges have `size`, in the unit of the file. The cloud is read two
 * or three times, never held. Throws UserError for files that are not clouds, for clouds without the requested normals,
 * and for voxels too small to be numbered; AbortedError.
 */
export async function readCloudVoxels(
  path: string,
  choice: VoxelChoice & { size: number },
  context: ReadContext,
): Promise<Model> {
  const { size, normals = VOXEL_DEFAULTS.normals } = choice;
  const { cloud, unit } = inLength(await openPoints(path, choice, context));
  const minPoints = leastPoints(choice);
  const bounds = await cloudBounds(cloud, context);
  const points = pointsOf(cloud, choice, context);
  const grid = await occupiedCells(points, { path, bounds, size, minPoints });
  if (grid.keys.length === 0)
    throw fileFault(path, `no voxel of ${size} has ${minPoints} points`, 'Make voxels larger, or minPoints less.');
  const words = normals === 'faces' ? undefined : await normalsOf(grid, points, normals, choice);
  const model = {
    meshes: [await finishInTurns(facesOf(grid, words, choice), context.signal)],
    materials: [undescribedMaterial('voxels', context.physics)],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return { ...finishModel(model, path, context), ...(unit && { unit }) };
}

/** A cloud with all coordinates in the unit of its plane, and that unit, if its reference system states a length. */
function inLength(opened: ReadableCloud): { cloud: ReadableCloud; unit?: StatedUnit } {
  if (opened.units?.plane.kind !== 'length') return { cloud: opened };
  const { cloud, unit } = inOneUnit(opened);
  return { cloud, ...(unit && { unit: { name: unit.name, metres: unit.size } }) };
}

/** Whether the normals of a cloud's points are used. */
const takesNormals = ({ normals }: VoxelChoice): boolean => normals === 'mean' || normals === 'nearest';

/** A plane needs several points; with fewer there is a default normal, or no voxel. */
const leastPoints = ({ minPoints = VOXEL_DEFAULTS.minPoints, normals, defaultNormal }: VoxelChoice): number =>
  normals === 'plane' && defaultNormal === undefined ? Math.max(minPoints, PLANE_POINTS) : minPoints;

async function openPoints(path: string, choice: VoxelChoice, { files, log }: ReadContext): Promise<ReadableCloud> {
  const opened = await openReadable(files, path);
  const isNumbered = takesNormals(choice) && choice.normalColumns !== undefined;
  const cloud = isNumbered ? withNormalColumns(opened, choice.normalColumns as Vec3) : opened;
  for (const warning of cloud.warnings) log.warn(`${path}: ${warning}`);
  if (takesNormals(choice) && !holdsNormals(cloud))
    throw fileFault(
      path,
      'the points have no normals',
      'Name their columns by numbers, normalColumns: [4, 5, 6]; or estimate them, normals: plane.',
    );
  return cloud;
}

const holdsNormals = (cloud: ReadableCloud): boolean =>
  recordColumnsOf(cloud).filter(({ key }) => key === 'normal').length === AXES;

const AXES = 3;

/** Box of the points that have a place; `log` tells how many are misses. */
async function cloudBounds(cloud: ReadableCloud, { signal, log }: ReadContext): Promise<Box3> {
  const bounds = emptyBox();
  let misses = 0;
  for await (const batch of readColumns(cloud, ['x', 'y', 'z', ...MISS_KEYS])) {
    const { count, x, y, z } = batch;
    for (let i = 0; i < count; i++) {
      if (isMiss(batch, i)) misses++;
      else if (isSomewhere(x[i], y[i], z[i])) growBox(bounds, x[i], y[i], z[i]);
    }
    await othersTurn(signal);
  }
  if (misses > 0) log.info(`${cloud.path}: ${counted(misses, 'pulse')} without a return left out`);
  if (isEmptyBox(bounds)) throw fileFault(cloud.path, 'found no point with a place');
  return bounds;
}

/** Goes through the points of a cloud, each with its normal, 0 if none is requested. */
type Points = (take: (x: number, y: number, z: number, normal: Vec3) => void) => Promise<void>;

/** The points with a place, without misses, and, if normals are requested, a normal or else the default one. */
function pointsOf(cloud: ReadableCloud, choice: VoxelChoice, { signal }: ReadContext): Points {
  const places = ['x', 'y', 'z', ...MISS_KEYS] as const;
  const keys = takesNormals(choice) ? ([...places, 'normal'] as const) : places;
  return async (take) => {
    for await (const batch of readColumns<(typeof places)[number] | 'normal'>(cloud, keys)) {
      const { count, x, y, z, normal } = batch;
      for (let i = 0; i < count; i++) {
        if (!isSomewhere(x[i], y[i], z[i]) || isMiss(batch, i)) continue;
        const own = takesNormals(choice) ? normalAt(normal, i) : NOWHERE;
        const used = own ?? choice.defaultNormal;
        if (used !== undefined) take(x[i], y[i], z[i], used);
      }
      await othersTurn(signal);
    }
  };
}

const NOWHERE: Vec3 = [0, 0, 0];

/** The normal of a point; undefined if it has none. */
function normalAt(normals: Float32Array, point: number): Vec3 | undefined {
  const normal: Vec3 = [normals[3 * point], normals[3 * point + 1], normals[3 * point + 2]];
  const length = Math.hypot(...normal);
  return length > 0 && length < Infinity ? normal : undefined;
}

async function occupiedCells(
  points: Points,
  { path, bounds, size, minPoints }: { path: string; bounds: Box3; size: number; minPoints: number },
): Promise<VoxelGrid> {
  const { min, max } = bounds;
  const extent: Vec3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const counts = gridCounts(extent, size);
  if (counts === undefined)
    throw new UserError(
      `found voxels of ${size} in a cloud of ${extent.join(' × ')}: there are too many to be numbered`,
      {
        place: { file: path },
        hint: 'Make voxels larger, or remove points far away from the others.',
      },
    );
  const grid: VoxelGrid = {
    min: [min[0], min[1], min[2]],
    size: [size, size, size],
    counts,
    keys: new Float64Array(0),
  };
  const keys = new KeyCounts();
  await points((x, y, z) => keys.add(cellKey(counts, ...cellAt(grid, x, y, z))));
  return { ...grid, keys: keys.atLeast(minPoints) };
}

/** The cell of a place. */
const cellAt = ({ min, size }: VoxelGrid, x: number, y: number, z: number): Vec3 => [
  Math.floor((x - min[0]) / size[0]),
  Math.floor((y - min[1]) / size[1]),
  Math.floor((z - min[2]) / size[2]),
];

/** The cubes of the occupied cells, with rotated places if requested. */
function facesOf(grid: VoxelGrid, normals: Uint32Array | undefined, { turn, groups }: VoxelChoice): Steps<Mesh> {
  if (turn === undefined) return gridFaces(grid, { normals, groups });
  const middleOf = (n: number) => transformPoint(turn, middleOfCell(grid, cellOfKey(grid.counts, grid.keys[n])));
  return cubeFaces(grid.keys.length, (n) => cubeAbout(middleOf(n), grid.size), { normals, groups });
}

/** The normals of the occupied cells, as in a mesh; they rotate with the places of the cubes. */
async function normalsOf(
  grid: VoxelGrid,
  points: Points,
  kind: Exclude<VoxelNormalsKind, 'faces'>,
  { turn = IDENTITY, defaultNormal }: VoxelChoice,
): Promise<Uint32Array> {
  const { counts, keys } = grid;
  const normals = sumNormals(kind, keys.length, defaultNormal && transformDirection(turn, defaultNormal));
  await points((x, y, z, normal) => {
    const cell = cellAt(grid, x, y, z);
    const voxel = placeOfKey(grid, cellKey(counts, ...cell));
    if (voxel === undefined) return;
    const middle = middleOfCell(grid, cell);
    const place = transformDirection(turn, [x - middle[0], y - middle[1], z - middle[2]]);
    normals.add(voxel, place, transformDirection(turn, normal));
  });
  return Uint32Array.from(keys, (_, voxel) => normals.word(voxel));
}
