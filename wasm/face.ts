// The face of a voxel as the surface of the leaves in it, as in HELIOS++: of the cell's faces, the nearest to the hit.

import { alongRowF32 } from './frames';
import { Medium } from './records.generated';

/** The normal of the face, turned to the sensor: set by turnFace. */
export let faceX: f32 = 0, faceY: f32 = 0, faceZ: f32 = 0;

/** Takes the face that is nearest to (x, y, z), on a ray along (dx, dy, dz); of equally near ones the first. */
export function turnFace(record: usize, x: f32, y: f32, z: f32, dx: f32, dy: f32, dz: f32): void {
  const nearX = toFace(alongRowF32(record, x, y, z));
  const nearY = toFace(alongRowF32(record + 16, x, y, z));
  const nearZ = toFace(alongRowF32(record + 32, x, y, z));
  const least = min<f32>(min<f32>(nearX, nearY), nearZ);
  const row = record + (nearX == least ? 0 : nearY == least ? 16 : 32);
  const edge = load<f32>(record, Medium.edge);
  const nx = load<f32>(row) * edge, ny = load<f32>(row, 4) * edge, nz = load<f32>(row, 8) * edge;
  const side: f32 = dx * nx + dy * ny + dz * nz > 0 ? -1 : 1;
  faceX = side * nx;
  faceY = side * ny;
  faceZ = side * nz;
}

/** Cells to the nearest face along an axis. */
@inline
function toFace(place: f32): f32 {
  const inCell = place - floor<f32>(place);
  return min<f32>(inCell, 1 - inCell);
}
