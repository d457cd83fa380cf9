// A worker that builds the trees of meshes, one message per mesh.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../base/errors.js';
import { buildPart } from './build-mesh.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';

invariant(parentPort, 'node-build-worker runs in a worker thread');
const port = parentPort;
port.on('message', (triangles: MeshTriangles | MeshPart) => {
  const bvh = buildPart(triangles);
  port.postMessage(bvh, [bvh.nodes, bvh.blocks]);
});
