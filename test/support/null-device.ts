import { create } from 'webgpu';

// Dawn goes down with the process once this object has been collected; see gpu-run.ts.
const dawn = create(['backend=null']);
Object.assign(globalThis, { nullDawnOfTests: dawn });

/** A device that compiles and checks everything and computes nothing: it needs no driver. */
export async function nullDevice(): Promise<GPUDevice> {
  const adapter = await dawn.requestAdapter();
  if (!adapter) throw new Error('Dawn has no null backend here');
  return adapter.requestDevice();
}
