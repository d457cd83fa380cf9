import type { PointBatch, ScanSettings, SceneObject } from 'subray/browser';

/** Two balls on a rolling ground, one geometry for both balls: some hundred triangles. */
export function exampleObjects(): SceneObject[] {
  const ball = octahedron(3);
  return [
    { name: 'ground', ...ground(12), material: 'grass', classification: 2 },
    { name: 'ball', ...ball, transform: [1, 0, 0, 3, 0, 1, 0, 6, 0, 0, 1, 1.5], semantic: 'toy' },
    // By columns, like the matrices of three.js.
    { name: 'ball', ...ball, transform: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, -4, 7, 1.1, 1], reflectance: 0.8 },
  ];
}

/** A scanner as its description stands in a catalogue: degrees. */
export const EXAMPLE_SCANNER = {
  name: 'an example',
  wavelength: 1064,
  divergence: { mrad: 3 },
  detection: { rangeMin: 0.5, rangeMax: 200, maxReturns: 5, rangeNoise: 0.01 },
  deflector: {
    kind: 'polygon',
    pulseRate: 20_000,
    elevationMin: -40,
    elevationMax: 10,
    verticalStep: 2.5,
    horizontalStep: 3,
    lineRateMax: 100,
  },
};

/** A station and a flight. */
export const EXAMPLE_SETTINGS: Omit<ScanSettings, 'scanner'> = {
  legs: [
    { position: [0.3, -0.2, 1.8], azimuth: [-57, 57] },
    { from: [-8, -3, 6], to: [8, 2, 7], speed: 4, pitch: -23 },
  ],
  footprint: { subrays: 7 },
  seed: 7,
};

/** The bytes of all arrays of the batches, attribute by attribute: however the points were dealt out to batches. */
export function bytesOf(batches: readonly PointBatch[]): Uint8Array<ArrayBuffer> {
  const columns = batches.map((batch) => Object.values(batch).filter((value) => ArrayBuffer.isView(value)));
  const parts = (columns[0] ?? []).flatMap((_, k) => columns.map((arrays) => arrays[k]));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** A rolling ground of n × n cells, 24 m wide. */
function ground(n: number): Pick<SceneObject, 'positions' | 'indices'> {
  const positions = new Float32Array(3 * (n + 1) ** 2);
  const indices: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      const [x, y] = [(24 * i) / n - 12, (24 * j) / n - 12];
      const vertex = i * (n + 1) + j;
      positions.set([x, y, ((i * 7 + j * 5) % 4) / 10], 3 * vertex);
      if (i < n && j < n) indices.push(vertex, vertex + n + 1, vertex + n + 2, vertex, vertex + n + 2, vertex + 1);
    }
  return { positions, indices: Uint32Array.from(indices) };
}

/** A unit ball: an octahedron whose faces are split `times` times. */
function octahedron(times: number): Pick<SceneObject, 'positions'> {
  let triangles: number[][][] = [];
  for (const x of [1, -1])
    for (const y of [1, -1])
      for (const z of [1, -1])
        triangles.push([
          [x, 0, 0],
          [0, y, 0],
          [0, 0, z],
        ]);
  const middle = (a: number[], b: number[]) => {
    const sum = a.map((value, k) => value + b[k]);
    const length = Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2);
    return sum.map((value) => value / length);
  };
  for (let k = 0; k < times; k++)
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  return { positions: Float32Array.from(triangles.flat(2)) };
}
