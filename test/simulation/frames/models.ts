import { glb, type Json } from '../../scene/read/gltf/gltf-files.js';

type Size = readonly [number, number, number];

/** A cuboid of a model: name, middle and size in metres, length, width and height. */
export type Block = readonly [name: string, middle: Size, size: Size];

/** A car of six nodes: 4.48 m long, 2.4 m wide and 2.08 m high, on its wheels at the origin. */
export const CAR: readonly Block[] = [
  ['body', [0, 0, 1.28], [4.48, 2.4, 1.6]],
  ['underside', [0, 0, 0.5], [4, 1.6, 0.1]],
  ...[-1, 1].flatMap((u) =>
    [-1, 1].map((v): Block => [`wheel_${u}_${v}`, [1.2 * u, 0.88 * v, 0.48], [0.96, 0.48, 0.96]]),
  ),
];

const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2].map((side) => side - 0.5));
const FACES = ['013023', '457467', '015045', '237267', '137157', '026046'].flatMap((face) => Array.from(face, Number));

/**
 * A GLB file of blocks below one node, or each by itself. Their length lies along z, the front of glTF, or along x;
 * `json` is added to the document.
 */
export function blocksGlb(
  blocks: readonly Block[],
  { along = 'z', rooted = true, json = {} }: { along?: 'x' | 'z'; rooted?: boolean; json?: Json } = {},
): Uint8Array {
  const ofFile = ([length, width, height]: Size) => (along === 'z' ? [width, height, length] : [length, height, width]);
  const nodes = blocks.map(([name, middle, size]) => ({
    ...{ name, mesh: 0, translation: ofFile(middle), scale: ofFile(size) },
  }));
  const all = blocks.map((_, k) => k);
  const document = {
    scenes: [{ nodes: rooted ? [blocks.length] : all }],
    nodes: [...nodes, ...(rooted ? [{ name: 'root', children: all }] : [])],
    meshes: [{ name: 'cube', primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    ...json,
  };
  return glb(document, [
    { values: Float32Array.from(CUBE), type: 'VEC3' },
    { values: Uint16Array.from(FACES), type: 'SCALAR' },
  ]);
}
