// A worker that builds the trees of meshes and of instances, one per message.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../base/errors.js';
import { buildPart } from './build-mesh.js';
import type { BuildOrder } from './node-build.js';
import { buildTopLevel } from './top-level.js';

invariant(parentPort, 'node-build-worker runs in a worker thread');
const port = parentPort;
port.on('message', (order: BuildOrder) => {
  if ('boxes' in order) {
    const top = buildTopLevel(order.boxes);
    port.postMessage(top, [top.nodes]);
    return;
  }
  const bvh = buildPart(order);
  port.postMessage(bvh, [bvh.nodes, bvh.blocks]);
});
