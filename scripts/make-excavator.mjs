// Writes examples/models/excavator.glb: an excavator of some 20 t, of boxes and prisms, whose clip "Dig" swings and
// digs. Axes of glTF: y up, the front along +z, metres. Sizes are round figures of machines of that class.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DEGREE = Math.PI / 180;

/** A prism: a polygon of points [y, z] in the plane x = 0, `width` wide about it. */
function prism(polygon, width, at = 0) {
  const [left, right] = [at - width / 2, at + width / 2];
  const n = polygon.length;
  const triangles = [];
  for (let k = 1; k + 1 < n; k++) {
    triangles.push([
      [right, ...polygon[0]],
      [right, ...polygon[k]],
      [right, ...polygon[k + 1]],
    ]);
    triangles.push([
      [left, ...polygon[0]],
      [left, ...polygon[k + 1]],
      [left, ...polygon[k]],
    ]);
  }
  for (let k = 0; k < n; k++) {
    const [a, b] = [polygon[k], polygon[(k + 1) % n]];
    triangles.push(
      [
        [left, ...a],
        [left, ...b],
        [right, ...b],
      ],
      [
        [left, ...a],
        [right, ...b],
        [right, ...a],
      ],
    );
  }
  return triangles;
}

/** A box between two corners. */
const box = ([x0, y0, z0], [x1, y1, z1]) =>
  prism(
    [
      [y0, z0],
      [y1, z0],
      [y1, z1],
      [y0, z1],
    ],
    x1 - x0,
    (x0 + x1) / 2,
  );

/** A track: flat below and above, rounded at its ends. */
function track(x) {
  const end = (z, from) =>
    [0, 1, 2, 3, 4].map((k) => {
      const angle = (from + 45 * k) * DEGREE;
      return [0.45 + 0.45 * Math.sin(angle), z + 0.45 * Math.cos(angle)];
    });
  return prism([...end(1.75, -90), ...end(-1.75, 90)], 0.6, x);
}

/** Meshes and nodes by name: where a node turns, in its parent's frame, and its triangles in its own. */
const PARTS = {
  tracks: {
    material: 'steel',
    triangles: [...track(-1.1), ...track(1.1), ...box([-0.8, 0.4, -0.6], [0.8, 0.95, 0.6])],
  },
  house: {
    parent: 'tracks',
    at: [0, 0.95, 0],
    material: 'paint',
    triangles: [
      ...box([-1.25, 0.1, -2.6], [1.25, 0.45, 1.2]),
      ...box([-1.25, 0.45, -2.6], [1.25, 1.6, -0.4]),
      ...prism(
        [
          [0.45, -0.4],
          [2.1, -0.4],
          [2.1, 0.9],
          [1.2, 1.25],
          [0.45, 1.25],
        ],
        1,
        -0.75,
      ),
    ],
  },
  boom: {
    parent: 'house',
    at: [0.25, 0.75, 0.6],
    material: 'paint',
    triangles: prism(
      [
        [-0.2, -0.2],
        [0.35, -0.3],
        [0.75, 2.4],
        [0.2, 5.7],
        [-0.1, 5.65],
        [0.15, 2.4],
      ],
      0.5,
    ),
  },
  stick: {
    parent: 'boom',
    at: [0, 0.05, 5.6],
    material: 'paint',
    triangles: prism(
      [
        [0.6, -0.25],
        [0.55, 0.15],
        [-0.2, 0.25],
        [-2.9, 0.12],
        [-2.9, -0.12],
        [-0.2, -0.25],
      ],
      0.4,
    ),
  },
  bucket: {
    parent: 'stick',
    at: [0, -2.85, 0],
    material: 'steel',
    triangles: [
      ...prism(
        [
          [0.15, -0.15],
          [0.15, 0.15],
          [-0.5, 0.45],
          [-0.55, 0.4],
          [-0.1, 0.1],
        ],
        1.1,
      ),
      ...prism(
        [
          [-0.1, 0.1],
          [-0.55, 0.4],
          [-1.2, 0],
          [-1.15, -0.05],
          [-0.55, 0.3],
        ],
        1.1,
      ),
      ...prism(
        [
          [0.15, -0.15],
          [-0.1, 0.1],
          [-0.55, 0.3],
          [-1.15, -0.05],
        ],
        0.05,
        -0.53,
      ),
      ...prism(
        [
          [0.15, -0.15],
          [-0.1, 0.1],
          [-0.55, 0.3],
          [-1.15, -0.05],
        ],
        0.05,
        0.53,
      ),
    ],
  },
};

const MATERIALS = {
  paint: { baseColorFactor: [0.83, 0.47, 0.02, 1], roughnessFactor: 0.5, metallicFactor: 0 },
  steel: { baseColorFactor: [0.12, 0.12, 0.13, 1], roughnessFactor: 0.7, metallicFactor: 0 },
};

/** Angles of joints at the keys of the clip, degrees: it digs in front, lifts, swings, tips, and comes back. */
const TIMES = [0, 2.5, 4, 6, 7, 8, 10];
const CLIP = {
  house: { axis: [0, 1, 0], angles: [0, 0, 0, 80, 80, 80, 0] },
  boom: { axis: [1, 0, 0], angles: [-5, 8, -28, -28, -28, -28, -5] },
  stick: { axis: [1, 0, 0], angles: [-30, 35, 40, 25, 0, 0, -30] },
  bucket: { axis: [1, 0, 0], angles: [-20, 60, 95, 95, -40, -40, -20] },
};

const bytes = [];
let length = 0;
const [bufferViews, accessors] = [[], []];

/** Adds floats to the buffer; returns the number of their accessor. */
function push(values, type, bounds = {}) {
  const part = Buffer.from(Float32Array.from(values).buffer);
  bytes.push(part);
  bufferViews.push({ buffer: 0, byteOffset: length, byteLength: part.length });
  length += part.length;
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
  accessors.push({
    bufferView: bufferViews.length - 1,
    componentType: 5126,
    count: values.length / size,
    type,
    ...bounds,
  });
  return accessors.length - 1;
}

const boundsOf = (points) => ({
  min: [0, 1, 2].map((axis) => Math.min(...points.map((p) => Math.fround(p[axis])))),
  max: [0, 1, 2].map((axis) => Math.max(...points.map((p) => Math.fround(p[axis])))),
});

const names = Object.keys(PARTS);
const materialNames = Object.keys(MATERIALS);
const meshes = names.map((name) => {
  const points = PARTS[name].triangles.flat();
  const position = push(points.flat(), 'VEC3', boundsOf(points));
  return {
    name,
    primitives: [{ attributes: { POSITION: position }, material: materialNames.indexOf(PARTS[name].material) }],
  };
});
const nodes = names.map((name, k) => ({
  name,
  mesh: k,
  ...(PARTS[name].at && { translation: PARTS[name].at }),
  children: names.flatMap((child, c) => (PARTS[child].parent === name ? [c] : [])),
}));
for (const node of nodes) if (node.children.length === 0) delete node.children;

const input = push(TIMES, 'SCALAR', { min: [TIMES[0]], max: [TIMES[TIMES.length - 1]] });
const samplers = Object.values(CLIP).map(({ axis, angles }) => ({
  input,
  output: push(
    angles.flatMap((angle) => [...axis.map((a) => a * Math.sin((angle * DEGREE) / 2)), Math.cos((angle * DEGREE) / 2)]),
    'VEC4',
  ),
}));
const channels = Object.keys(CLIP).map((name, k) => ({
  sampler: k,
  target: { node: names.indexOf(name), path: 'rotation' },
}));

const gltf = {
  asset: { version: '2.0', generator: 'make-excavator.mjs of subray' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes,
  meshes,
  materials: materialNames.map((name) => ({ name, pbrMetallicRoughness: MATERIALS[name] })),
  animations: [{ name: 'Dig', samplers, channels }],
  accessors,
  bufferViews,
  buffers: [{ byteLength: length }],
};

const padded = (buffer, fill) => Buffer.concat([buffer, Buffer.alloc((4 - (buffer.length % 4)) % 4, fill)]);
const chunk = (type, buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(buffer.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, buffer]);
};
const body = Buffer.concat([
  chunk('JSON', padded(Buffer.from(JSON.stringify(gltf)), 0x20)),
  chunk('BIN\0', padded(Buffer.concat(bytes), 0)),
]);
const head = Buffer.alloc(12);
head.write('glTF', 0, 'latin1');
head.writeUInt32LE(2, 4);
head.writeUInt32LE(12 + body.length, 8);
const file = process.argv[2] ?? fileURLToPath(new URL('../examples/models/excavator.glb', import.meta.url));
writeFileSync(file, Buffer.concat([head, body]));
