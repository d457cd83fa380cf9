import { NearestFilter, type PerspectiveCamera, type Scene, type WebGLRenderer, WebGLRenderTarget } from 'three';
import type { PointField } from './point-field.js';

/** Width of the square around the cursor in which points are looked for, pixels of the screen. */
const WIDTH = 15;

/** Where points are looked for. */
interface Place {
  clouds: readonly PointField[];
  /** CSS pixels, and those of the whole canvas. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Finds the point under the cursor by drawing the numbers of points in place of their colours. */
export class PointPicker {
  private readonly target = new WebGLRenderTarget(WIDTH, WIDTH, { minFilter: NearestFilter, magFilter: NearestFilter });

  /** Cloud and number of the point nearest to the place; undefined: there is none near it. */
  async pick(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: PerspectiveCamera,
    { clouds, x, y, width, height }: Place,
  ): Promise<{ cloud: number; point: number } | undefined> {
    const half = (WIDTH - 1) / 2;
    camera.setViewOffset(width, height, x - half, y - half, WIDTH, WIDTH);
    const pictures: Promise<Uint8Array>[] = [];
    for (const [index, cloud] of clouds.entries()) {
      for (const [other, { object }] of clouds.entries()) object.visible = other === index;
      cloud.range(0, 1);
      cloud.material.uniforms.picking.value = 1;
      renderer.setRenderTarget(this.target);
      renderer.setClearColor(0, 0);
      renderer.clear();
      renderer.render(scene, camera);
      cloud.material.uniforms.picking.value = 0;
      const pixels = new Uint8Array(4 * WIDTH * WIDTH);
      // What is drawn next waits for the copy, and the page does not.
      pictures.push(
        renderer.readRenderTargetPixelsAsync(this.target, 0, 0, WIDTH, WIDTH, pixels) as Promise<Uint8Array>,
      );
    }
    camera.clearViewOffset();
    for (const { object } of clouds) object.visible = true;
    let best: { cloud: number; point: number; away: number } | undefined;
    for (const [index, pixels] of (await Promise.all(pictures)).entries()) {
      const found = nearest(pixels);
      if (found && (best === undefined || found.away < best.away)) best = { cloud: index, ...found };
    }
    return best && { cloud: best.cloud, point: clouds[best.cloud].recordOf(best.point) };
  }
}

/** The number in the pixel nearest to the middle, and the square of its distance. */
function nearest(pixels: Uint8Array): { point: number; away: number } | undefined {
  const words = new Uint32Array(pixels.buffer);
  const half = (WIDTH - 1) / 2;
  let best: { point: number; away: number } | undefined;
  for (let k = 0; k < words.length; k++) {
    if (words[k] === 0) continue;
    const away = ((k % WIDTH) - half) ** 2 + (Math.floor(k / WIDTH) - half) ** 2;
    if (best === undefined || away < best.away) best = { point: words[k] - 1, away };
  }
  return best;
}
