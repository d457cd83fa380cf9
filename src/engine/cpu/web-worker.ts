// A thread of the CPU engine in a page: the first message is its setup, each later one an order.
import { type LegOrder, LegTracer, type WorkerSetup } from './leg-tracer.js';

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerSetup>) => {
    const tracer = new LegTracer(data, (done) => postMessage(done));
    addEventListener('message', (event: MessageEvent<LegOrder>) => tracer.trace(event.data));
  },
  { once: true },
);
