// A thread of the CPU engine in Node.
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/errors.js';
import { type LegOrder, LegTracer, type WorkerSetup } from './leg-tracer.js';

invariant(parentPort, 'node-worker runs in a worker thread');
const port = parentPort;
const tracer = new LegTracer(workerData as WorkerSetup, (done) => port.postMessage(done));
port.on('message', (order: LegOrder) => tracer.trace(order));
