import { describe, expect, it } from 'vitest';
import { create, globals } from 'webgpu';

// Dawn goes down with the process once this object has been collected, which a module's own variable does not prevent.
const gpu = create([]);
Object.assign(globalThis, globals, { gpuOfAdapterTest: gpu });

const adapter = process.env.VK_ICD_FILENAMES?.includes('swiftshader') ? await gpu.requestAdapter() : null;

describe('the software GPU of the tests', () => {
  it.skipIf(!process.env.VK_ICD_FILENAMES?.includes('swiftshader'))(
    'is SwiftShader (skipped where @sparticuz/chromium is missing or cannot run)',
    () => {
      expect(adapter?.info.architecture ?? 'no adapter').toMatch(/swiftshader/i);
    },
  );

  it.skipIf(!adapter)('gives a device that runs a shader', async () => {
    const device = await adapter!.requestDevice();
    const out = device.createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    const back = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const code = `@group(0) @binding(0) var<storage, read_write> out: array<u32>;
      @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) { out[id.x] = id.x * id.x; }`;
    const pipeline = device.createComputePipeline({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code }) },
    });
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: out } }],
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(out, 0, back, 0, 16);
    device.queue.submit([encoder.finish()]);
    await back.mapAsync(GPUMapMode.READ);
    expect([...new Uint32Array(back.getMappedRange())]).toEqual([0, 1, 4, 9]);
    device.destroy();
  });
});
