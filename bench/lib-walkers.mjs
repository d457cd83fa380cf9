// A walker of glTF whose skin bends in its clip, and the places of many.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Triangles of a limb: 1,184; three limbs. */
const [RINGS, SIDES] = [37, 16];
/** Limbs: their tops and bottoms (y up), radii, and places; the joints at their tops swing by so many degrees. */
const LIMBS = [
  { x: 0, top: 1.75, bottom: 0.85, radius: 0.2, swing: 8 },
  { x: -0.12, top: 0.9, bottom: 0, radius: 0.09, swing: 28 },
  { x: 0.12, top: 0.9, bottom: 0, radius: 0.09, swing: -28 },
];
const SECONDS = 1.1;

let folder;

/** The file with the model, until this process ends. */
export function walkerFile() {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'subray-walkers-'));
    process.on('exit', () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'walker.gltf'), JSON.stringify(walkerModel()));
  }
  return join(folder, 'walker.gltf');
}

/** A vertex of each ring, side and limb, and its weights on the joint of the limb and on the root. */
function vertices() {
  const [positions, joints, weights, indices] = [[], [], [], []];
  for (const [limb, { x, top, bottom, radius }] of LIMBS.entries()) {
    const first = positions.length / 3;
    for (let ring = 0; ring <= RINGS; ring++)
      for (let side = 0; side < SIDES; side++) {
        const [share, turn] = [ring / RINGS, (2 * Math.PI * side) / SIDES];
        positions.push(x + radius * Math.cos(turn), top + share * (bottom - top), radius * Math.sin(turn));
        const own = Math.min(1, 0.3 + share);
        joints.push(0, limb + 1, 0, 0);
        weights.push(1 - own, own, 0, 0);
      }
    const at = (ring, side) => first + ring * SIDES + (side % SIDES);
    for (let ring = 0; ring < RINGS; ring++)
      for (let side = 0; side < SIDES; side++) {
        indices.push(at(ring, side), at(ring + 1, side), at(ring, side + 1));
        indices.push(at(ring, side + 1), at(ring + 1, side), at(ring + 1, side + 1));
      }
  }
  return { positions, joints, weights, indices };
}

function walkerModel() {
  const { positions, joints, weights, indices } = vertices();
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => share * SECONDS);
  const turn = (degrees) => [Math.sin((degrees * Math.PI) / 360), 0, 0, Math.cos((degrees * Math.PI) / 360)];
  const swings = LIMBS.map(({ swing }) => [0, swing, 0, -swing, 0].flatMap(turn));
  const shift = (x, y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, 0, 1];
  const binds = [...shift(0, 0), ...LIMBS.flatMap(({ x, top }) => shift(x, top))];
  const data = [
    [Float32Array.from(positions), 'VEC3', 5126],
    [Uint8Array.from(joints), 'VEC4', 5121],
    [Float32Array.from(weights), 'VEC4', 5126],
    [Uint32Array.from(indices), 'SCALAR', 5125],
    [Float32Array.from(binds), 'MAT4', 5126],
    [Float32Array.from(times), 'SCALAR', 5126],
    ...swings.map((swing) => [Float32Array.from(swing), 'VEC4', 5126]),
  ];
  const widths = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
  const channels = LIMBS.map((_, k) => ({ sampler: k, target: { node: 2 + k, path: 'rotation' } }));
  const samplers = LIMBS.map((_, k) => ({ input: 5, output: 6 + k }));
  const uriOf = (values) => `data:application/octet-stream;base64,${Buffer.from(values.buffer).toString('base64')}`;
  return {
    asset: { version: '2.0' },
    buffers: data.map(([values]) => ({ byteLength: values.byteLength, uri: uriOf(values) })),
    bufferViews: data.map(([values], buffer) => ({ buffer, byteLength: values.byteLength })),
    accessors: data.map(([values, type, componentType], bufferView) => {
      const count = values.length / widths[type];
      // The specification wants the bounds of times.
      const bounds = type === 'SCALAR' && componentType === 5126 ? { min: [values[0]], max: [values[count - 1]] } : {};
      return { bufferView, componentType, count, type, ...bounds };
    }),
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'walker', children: [1, 2, 3, 4] },
      { name: 'body', mesh: 0, skin: 0 },
      ...LIMBS.map(({ x, top }, k) => ({ name: `joint ${k}`, translation: [x, top, 0] })),
    ],
    skins: [{ joints: [0, 2, 3, 4], inverseBindMatrices: 4 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, indices: 3 }] }],
    animations: [{ name: 'Walk', channels, samplers }],
  };
}
