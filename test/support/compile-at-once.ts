import { globals } from 'webgpu';

/**
 * Has all devices of this process compile before they return: while Dawn in Node waits for anything, it asks again and
 * again and takes a core for itself, here as long as SwiftShader takes to compile.
 */
export function compileAtOnce(): void {
  const { prototype } = (globals as unknown as { GPUDevice: { prototype: GPUDevice } }).GPUDevice;
  prototype.createComputePipelineAsync = async function (this: GPUDevice, descriptor) {
    this.pushErrorScope('validation');
    const pipeline = this.createComputePipeline(descriptor);
    const fault = await this.popErrorScope();
    if (fault) throw new Error(fault.message);
    return pipeline;
  };
}
