// A worker that builds the trees of meshes, one message a mesh.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../base/errors.js';
import { buildBinary } from './build-binary.js';
import { type MeshTriangles, widen } from './widen.js';

invariant(parentPort, 'node-build-worker runs in a worker thread');
const port = parentPort;
port.on('message', (mesh: MeshTriangles) => {
  const bvh = widen(buildBinary(mesh.positions, mesh.indices), mesh);
  port.postMessage(bvh, [bvh.nodes, bvh.blocks]);
});
