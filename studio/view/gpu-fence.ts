import type { WebGLRenderer } from 'three';

/**
 * Tells whether the GPU has done what it was given, without waiting for it: a page that gives it
 * more meanwhile stands still.
 */
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

  /** Whether the GPU is past the fence; with none, or with a context that was lost since, it is. */
  get isPassed(): boolean {
    const { gl, sync } = this;
    if (!sync || gl.isContextLost() || !gl.isSync(sync)) return true;
    return gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED;
  }
}
