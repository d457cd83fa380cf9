import { IDENTITY } from '../../base/affine.js';
import { finishInTurns, type Steps } from '../../base/steps.js';
import { GROUND } from '../labels/asprs-classes.js';
import { undescribedMaterial } from '../materials/plain-material.js';
import type { Material, Mesh, Model } from '../model.js';
import { COORDINATE_LIMIT, chooseOrigin } from './coordinates.js';
import type { ElevationRaster, GridHeights } from './elevation-raster.js';
import { fileFault } from './file-fault.js';
import { finishModel } from './finish-mesh.js';
import { type RasterNodes, rasterNodes } from './raster-nodes.js';
import type { ReadModelOptions } from './read-model-options.js';

/** More cells take more than 4 GB as triangles. */
export const CELLS_MAX = 100_000_000;
/** Number of cells always allowed, even for a small file: 170 MB as triangles. */
const FREE_CELLS = 1 << 22;
/** A cell takes 40 bytes as triangles; packed heights of real ground take more than a hundredth of a byte each. */
const CELLS_PER_BYTE = 100;

/** Throws UserError for a raster with no cells, or with more than a file of `bytes` bytes can hold. */
export function checkCells(columns: number, rows: number, bytes: number, file: string): void {
  if (!(columns > 0 && rows > 0)) throw fileFault(file, `the raster has ${columns} columns and ${rows} rows`);
  const cells = columns * rows;
  const most = Math.min(CELLS_MAX, Math.max(FREE_CELLS, CELLS_PER_BYTE * bytes));
  if (cells > most)
    throw fileFault(
      file,
      `the raster has ${cells} cells; at most ${most} are possible in a file of its size`,
      'Cut out the area of the survey, or make the cells larger: gdal_translate -projwin …, -tr …',
    );
}

/**
 * A surface through the heights of a raster, of class ground. Cells that are areas are continued to the outer edges,
 * except in HELIOS++. Each block of 2 × 2 heights gives the triangles
 * (north-west, south-west, north-east) and (south-west, south-east, north-east), each if its three heights exist.
 * Throws UserError if there is no triangle, and for heights and places out of range; AbortedError.
 */
export async function rasterModel(
  { crs, unit, ...raster }: ElevationRaster,
  options: ReadModelOptions,
): Promise<Model> {
  const { file, signal } = options;
  checkPlace(raster, file);
  await finishInTurns(checkHeights(raster, file), signal);
  const isHelios = options.physics?.gloss === 'plain';
  const nodes = rasterNodes(isHelios ? { ...raster, isArea: false } : raster);
  const mesh = await finishInTurns(rasterMesh(raster, nodes, file), signal);
  const model = {
    meshes: [mesh],
    materials: [groundMaterial(options)],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return { ...finishModel(model, file, options), ...(crs !== undefined && { crs }), ...(unit && { unit }) };
}

/** In HELIOS++ a raster has no class, nor is it marked as ground. */
function groundMaterial({ physics }: ReadModelOptions): Material {
  const material = undescribedMaterial('ground', physics);
  return material.plain === undefined ? { ...material, classification: GROUND } : material;
}

function* rasterMesh(raster: GridHeights, nodes: RasterNodes, file: string): Steps<Mesh> {
  const { x, y, dx, dy } = raster;
  const { xs, ys, heights } = nodes;
  const [columns, rows] = [xs.length, ys.length];
  const { vertices, triangles, first } = yield* countNodes(nodes);
  if (triangles === 0)
    throw fileFault(
      file,
      `none of the ${raster.columns} × ${raster.rows} cells has a height beside two others: there is no surface`,
    );
  const origin = chooseOrigin(x + (dx * (raster.columns - 1)) / 2, y - (dy * (raster.rows - 1)) / 2, first);
  const positions = new Float32Array(3 * vertices);
  const indices = new Uint32Array(3 * triangles);
  let [above, here] = [new Uint32Array(columns), new Uint32Array(columns)];
  let vertex = 0;
  let corner = 0;
  for (let row = 0; row < rows; row++) {
    const north = ys[row] - origin[1];
    for (let column = 0; column < columns; column++) {
      const height = heights[row * columns + column];
      here[column] = Number.isNaN(height) ? NO_VERTEX : vertex;
      if (Number.isNaN(height)) continue;
      positions[3 * vertex] = xs[column] - origin[0];
      positions[3 * vertex + 1] = north;
      positions[3 * vertex + 2] = height - origin[2];
      vertex++;
    }
    if (row > 0) corner = joinRows(above, here, indices, corner);
    [above, here] = [here, above];
    yield;
  }
  return {
    name: '',
    origin,
    positions,
    indices,
    triangleGroup: new Uint16Array(triangles),
    groups: [{ object: '', group: '', material: 0 }],
  };
}

const NO_VERTEX = 0xffffffff;

/** Writes the triangles between two rows of vertices from `at` on; returns the end. */
function joinRows(north: Uint32Array, south: Uint32Array, indices: Uint32Array, at: number): number {
  for (let column = 0; column + 1 < north.length; column++) {
    const [southWest, northEast] = [south[column], north[column + 1]];
    if (southWest === NO_VERTEX || northEast === NO_VERTEX) continue;
    if (north[column] !== NO_VERTEX) {
      indices[at++] = north[column];
      indices[at++] = southWest;
      indices[at++] = northEast;
    }
    if (south[column + 1] !== NO_VERTEX) {
      indices[at++] = southWest;
      indices[at++] = south[column + 1];
      indices[at++] = northEast;
    }
  }
  return at;
}

/** Throws UserError for a height out of range. */
function* checkHeights({ columns, rows, heights }: GridHeights, file: string): Steps<void> {
  for (let row = 0; row < rows; row++) {
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      if (Math.abs(heights[cell]) > COORDINATE_LIMIT) throw heightFault(heights[cell], cell - row * columns, row, file);
    yield;
  }
}

/** Numbers of vertices and triangles, and the first height. */
function* countNodes({ xs, ys, heights }: RasterNodes): Steps<{ vertices: number; triangles: number; first: number }> {
  const [columns, rows] = [xs.length, ys.length];
  const has = (cell: number): number => (Number.isNaN(heights[cell]) ? 0 : 1);
  let [vertices, triangles, first] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      if (has(cell) === 0) continue;
      if (vertices++ === 0) first = heights[cell];
    }
    for (let cell = row * columns; row > 0 && cell < (row + 1) * columns - 1; cell++)
      if (has(cell) && has(cell - columns + 1)) triangles += has(cell - columns) + has(cell + 1);
    yield;
  }
  return { vertices, triangles, first };
}

/** Throws UserError if a corner is out of range. */
function checkPlace({ columns, rows, x, y, dx, dy }: GridHeights, file: string): void {
  const corners = [x, y, x + dx * (columns - 1), y - dy * (rows - 1)];
  if (corners.every((value) => Math.abs(value) <= COORDINATE_LIMIT)) return;
  throw fileFault(file, `the raster reaches from (${x}, ${y}) to (${corners[2]}, ${corners[3]}); expected less`);
}

function heightFault(height: number, column: number, row: number, file: string) {
  return fileFault(
    file,
    `the height in column ${column + 1} of row ${row + 1} is ${height}; expected one up to ${COORDINATE_LIMIT}`,
    'If the value stands for "no height", say so in the file: gdal_edit -a_nodata VALUE FILE.',
  );
}
