import type { WebGLRenderer } from 'three';

/** A mark in the GPU's work that can be checked without waiting: a page that adds work meanwhile would stand still. */
export class GpuFence {
  private readonly gl: WebGL2RenderingContext;
  private sync: WebGLSync | null = null;

  constructor(renderer: WebGLRenderer) {
    this.gl = renderer.getContext() as WebGL2RenderingContext;
  }

  /** Puts the fence behind all that the GPU was given until now. */
  raise(): void {
    // One of a context that was lost is gone already.
    if (this.sync && this.gl.isSync(this.sync)) this.gl.deleteSync(this.sync);
    this.sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
  }

  /** True if the GPU is past the fence. It is with no fence, or one of a lost context. */
  get isPassed(): boolean {
    const { gl, sync } = this;
    if (!sync || gl.isContextLost() || !gl.isSync(sync)) return true;
    return gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED;
  }
}
