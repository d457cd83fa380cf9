import type { MeshPoints } from '../../src/loaders/mesh-points.js';

/** Points on a grid of a quarter of a metre, in Lambert's coordinates of somewhere, with colours of 8 bits. */
export function gridMesh(side = 20): MeshPoints {
  const count = side * side;
  const positions = new Float64Array(3 * count);
  const colours = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) {
    positions.set([447_500 + (i % side) / 4, 5_412_300 + Math.floor(i / side) / 4, 1 + (i % 8) / 8], 3 * i);
    colours.set([i % 256, (3 * i) % 256, 255 - (i % 256), 255], 4 * i);
  }
  return {
    attributes: {
      POSITION: { value: positions, size: 3 },
      COLOR_0: { value: colours, size: 4 },
      intensity: { value: Uint16Array.from({ length: count }, (_, i) => 37 * i), size: 1 },
      classification: { value: Uint8Array.from({ length: count }, (_, i) => [2, 5, 6][i % 3]), size: 1 },
    },
  };
}

/** The rows of `gridMesh` as a format keeps them: those of Leica know no classes. */
export const rowsIn = (format: string): number[][] =>
  rowsOf(gridMesh()).map((row) => (format === 'pts' || format === 'ptx' ? [...row.slice(0, 7), 0] : row));

/** The points of a mesh in the order of their intensities, a row each: x y z, red green blue, intensity, class. */
export function rowsOf({ attributes }: MeshPoints): number[][] {
  const { POSITION, COLOR_0, intensity, classification } = attributes;
  const rows = Array.from({ length: POSITION.value.length / 3 }, (_, i) => [
    ...[0, 1, 2].map((axis) => Math.round(POSITION.value[3 * i + axis] * 1000) / 1000),
    ...[0, 1, 2].map((channel) => COLOR_0.value[COLOR_0.size * i + channel]),
    intensity.value[i],
    classification?.value[i] ?? 0,
  ]);
  return rows.sort((a, b) => a[6] - b[6]);
}
