import { type Box3, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import { boxOfUsed, exactBox } from '../../scene/boxes/exact-box.js';
import type { Mesh, Model } from '../../scene/model.js';
import { objectsOfModel } from '../../scene/objects-of-model.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import { extentText, formatCount, formatTable } from './format.js';

/** Summary of a scene file. */
export interface ModelSummary {
  kind: 'scene';
  path: string;
  meshes: number;
  instances: number;
  /** Triangles in memory, and with every instance counted. */
  triangles: { stored: number; placed: number };
  /** Bounds of the vertices that triangles use, in the file's own units and axes. */
  bounds: Box3 | undefined;
  /** Vertices outside the box of the vertices that the triangles of their mesh use; absent: none. */
  strays?: number;
  /** Coordinate reference system that the file states; absent: none. */
  crs?: string;
  /** Likewise as a survey places the file by default: metres, z up; and the axis and unit assumed. */
  inSurvey: { bounds: Box3; up: 'y' | 'z'; unit: 'm' } | undefined;
  objects: string[];
  materials: string[];
}

/** Maximum number of names listed in the text; there may be thousands. */
const NAMES_LISTED = 30;

/** Summarizes `model`, read from `path`. */
export function summarizeModel(path: string, model: Model): ModelSummary {
  const boxes = model.meshes.map(boxOfUsed);
  const triangleCounts = model.meshes.map((mesh) => mesh.indices.length / 3);
  const bounds = exactBox(model.meshes, model.instances);
  const placed = model.instances.reduce((sum, { mesh }) => sum + triangleCounts[mesh], 0);
  const strays = model.meshes.reduce((sum, mesh, index) => sum + countElsewhere(mesh, boxes[index]), 0);
  return {
    kind: 'scene',
    path,
    meshes: model.meshes.length,
    instances: model.instances.length,
    triangles: { stored: triangleCounts.reduce((sum, count) => sum + count, 0), placed },
    bounds: isEmptyBox(bounds) ? undefined : bounds,
    ...(strays > 0 && { strays }),
    ...(model.crs !== undefined && { crs: model.crs }),
    inSurvey: isEmptyBox(bounds) ? undefined : placedInSurvey(path, bounds),
    objects: [...new Set(objectsOfModel(model))],
    materials: model.materials.map((material) => material.name),
  };
}

/** A survey's own axes, z up: (x, y, z) of a file with y up are (x, −z, y). */
function placedInSurvey(path: string, { min, max }: Box3): ModelSummary['inSurvey'] {
  const up = sceneFormatOf(path)?.up ?? 'z';
  const bounds: Box3 = up === 'z' ? { min, max } : { min: [min[0], -max[2], min[1]], max: [max[0], -min[2], max[1]] };
  return { bounds, up, unit: 'm' };
}

/** The summary as text. */
export function describeModel(summary: ModelSummary): string[] {
  const { bounds, triangles, inSurvey } = summary;
  const facts = [
    ['file', summary.path],
    ['meshes', `${formatCount(summary.meshes)}, placed ${formatCount(summary.instances)} times`],
    ['triangles', `${formatCount(triangles.placed)}, ${formatCount(triangles.stored)} of them stored`],
    ...['x', 'y', 'z'].map((name, axis) => [
      name,
      bounds ? `${bounds.min[axis].toFixed(3)} … ${bounds.max[axis].toFixed(3)}` : 'nothing',
    ]),
    ...(inSurvey ? [['in a survey', `${extentText(inSurvey.bounds)} (${inSurvey.up} up, unit ${inSurvey.unit})`]] : []),
  ];
  if (summary.strays !== undefined)
    facts.push([
      'elsewhere',
      `${formatCount(summary.strays)} ${summary.strays === 1 ? 'vertex' : 'vertices'} that no face uses`,
    ]);
  if (summary.crs !== undefined) facts.push(['reference', summary.crs]);
  return [...formatTable(facts), ...names('objects', summary.objects), ...names('materials', summary.materials)];
}

function names(title: string, all: readonly string[]): string[] {
  const lines = all.slice(0, NAMES_LISTED).map((name) => `  ${name || '(no name)'}`);
  const rest = all.length - NAMES_LISTED;
  return [`${title}: ${formatCount(all.length)}`, ...lines, ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : [])];
}

/** Number of vertices outside the box of those in triangles. */
function countElsewhere({ positions, origin }: Mesh, { min, max }: Box3): number {
  let count = 0;
  for (let v = 0; v < positions.length / 3; v++)
    if (vertexOf(positions, v, origin).some((value, axis) => value < min[axis] || value > max[axis])) count++;
  return count;
}

const vertexOf = (positions: Float32Array, index: number, [x, y, z]: Vec3): [number, number, number] => [
  positions[3 * index] + x,
  positions[3 * index + 1] + y,
  positions[3 * index + 2] + z,
];
