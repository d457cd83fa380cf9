import type { Mesh } from '../model.js';

/** The triangles of one group of a mesh, with only their own vertices. */
export interface GlbPrimitive {
  /** Index into the mesh's groups. */
  group: number;
  /** 3 per vertex. */
  positions: Float32Array<ArrayBuffer>;
  /** 2 per vertex, if the mesh has them. */
  uvs?: Float32Array<ArrayBuffer>;
  /** 3 per triangle; 16 bits if these suffice. */
  indices: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** The largest index of 16 bits means "restart" in glTF (§3.7.2.1) and must not occur. */
const MAX_SHORT_VERTICES = 65535;

/** The parts of a mesh, one for each group with triangles, in the order of the groups; each is made on demand. */
export function* glbPrimitives(mesh: Mesh): Generator<GlbPrimitive> {
  const starts = groupStarts(mesh);
  const order = trianglesByGroup(mesh, starts);
  // New number of a vertex in the current part: valid if `owner` is the part's number + 1.
  const owner = new Uint32Array(mesh.positions.length / 3);
  const target = new Uint32Array(owner.length);
  for (let group = 0; group < mesh.groups.length; group++) {
    const triangles = order.subarray(starts[group], starts[group + 1]);
    if (triangles.length > 0) yield compactPart(mesh, group, triangles, owner, target);
  }
}

/** First index of each group among the triangles sorted by group, and their total at the end. */
function groupStarts({ groups, triangleGroup }: Mesh): Uint32Array {
  const starts = new Uint32Array(groups.length + 1);
  for (let t = 0; t < triangleGroup.length; t++) starts[triangleGroup[t] + 1]++;
  for (let group = 0; group < groups.length; group++) starts[group + 1] += starts[group];
  return starts;
}

function trianglesByGroup({ triangleGroup }: Mesh, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const order = new Uint32Array(triangleGroup.length);
  for (let t = 0; t < triangleGroup.length; t++) order[next[triangleGroup[t]]++] = t;
  return order;
}

function compactPart(
  mesh: Mesh,
  group: number,
  triangles: Uint32Array,
  owner: Uint32Array,
  target: Uint32Array,
): GlbPrimitive {
  const indices = new Uint32Array(triangles.length * 3);
  const used = new Uint32Array(Math.min(indices.length, owner.length));
  let vertexCount = 0;
  for (let i = 0; i < indices.length; i++) {
    const vertex = mesh.indices[triangles[Math.floor(i / 3)] * 3 + (i % 3)];
    if (owner[vertex] !== group + 1) {
      owner[vertex] = group + 1;
      target[vertex] = vertexCount;
      used[vertexCount++] = vertex;
    }
    indices[i] = target[vertex];
  }
  const vertices = used.subarray(0, vertexCount);
  return {
    group,
    positions: gather(mesh.positions, vertices, 3),
    ...(mesh.uvs && { uvs: gather(mesh.uvs, vertices, 2) }),
    indices: vertexCount <= MAX_SHORT_VERTICES ? Uint16Array.from(indices) : indices,
  };
}

/** The `size` numbers of each of `vertices`. */
function gather(source: Float32Array, vertices: Uint32Array, size: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(vertices.length * size);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < size; k++) out[i * size + k] = source[vertices[i] * size + k];
  return out;
}
