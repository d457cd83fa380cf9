import { leftOut } from './left-out.js';

/** In place of three's shadows. */
export class WebGLShadowMap {
  enabled = false;

  render(lights: readonly unknown[]): void {
    if (this.enabled && lights.length > 0) throw leftOut('WebGLShadowMap');
  }
}
