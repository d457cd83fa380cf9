// A thread of the CPU engine in Node: the first message is its setup, each further one an order.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/errors.js';
import type { LegOrder, TracerSetup } from './chunk-tracer.js';
import { LegTracer } from './leg-tracer.js';

invariant(parentPort, 'node-worker runs in a worker thread');
const port = parentPort;
let tracer: LegTracer | undefined;
// One listener: Node calls one that the first message has added for that very message.
port.on('message', (message: TracerSetup | LegOrder) => {
  if (tracer) tracer.trace(message as LegOrder);
  else tracer = new LegTracer(message as TracerSetup, (done) => port.postMessage(done));
});
