// A thread of the CPU engine in a page: the first message is its setup, each later one an order.
import type { LegOrder, TracerSetup } from './chunk-tracer.js';
import { LegTracer } from './leg-tracer.js';

addEventListener(
  'message',
  ({ data }: MessageEvent<TracerSetup>) => {
    const tracer = new LegTracer(data, (done) => postMessage(done));
    addEventListener('message', (event: MessageEvent<LegOrder>) => tracer.trace(event.data));
  },
  { once: true },
);
