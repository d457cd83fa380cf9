// Started by node-probe.ts: reports the adapters of this machine on one line of standard output.
import { ADAPTER_KINDS, type AdapterDescription, type GpuAdapter, type NoAdapter } from './gpu-adapter.js';
import { findNodeAdapter } from './node-gpu.js';

function describe(found: GpuAdapter | NoAdapter): AdapterDescription | NoAdapter {
  if ('reason' in found) return found;
  const { name, software, limits, timestamps } = found;
  return { name, software, limits, timestamps };
}

async function report(): Promise<void> {
  const found: Record<string, AdapterDescription | NoAdapter> = {};
  for (const kind of ADAPTER_KINDS) found[kind] = describe(await findNodeAdapter(kind));
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

void report();
