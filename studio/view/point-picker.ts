import { NearestFilter, type PerspectiveCamera, type Scene, type WebGLRenderer, WebGLRenderTarget } from 'three';
import type { PointField } from './point-field.js';

/** Width of the square around the cursor in which points are looked for, pixels of the screen. */
const WIDTH = 15;

/** The place of a search for points. */
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
    const pictures: Uint8Array[] = [];
    const half = (WIDTH - 1) / 2;
    camera.setViewOffset(width, height, x - half, y - half, WIDTH, WIDTH);
    const reads: Promise<unknown>[] = [];
    for (const [index, cloud] of clouds.entries()) {
      for (const [other, { object }] of clouds.entries()) object.visible = other === index;
      this.draw(renderer, scene, camera, cloud);
      pictures.push(new Uint8Array(4 * WIDTH * WIDTH));
      reads.push(renderer.readRenderTargetPixelsAsync(this.target, 0, 0, WIDTH, WIDTH, pictures[index]));
    }
    camera.clearViewOffset();
    for (const { object } of clouds) object.visible = true;
    await Promise.all(reads);
    let best: { cloud: number; point: number; away: number } | undefined;
    for (const [index, picture] of pictures.entries()) {
      const found = nearest(picture);
      if (found && (best === undefined || found.away < best.away)) best = { cloud: index, ...found };
    }
    return best && { cloud: best.cloud, point: clouds[best.cloud].recordOf(best.point) };
  }

  private draw(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, cloud: PointField): void {
    const { picking } = cloud.material.uniforms;
    cloud.range(0, 1);
    picking.value = 1;
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(scene, camera);
    picking.value = 0;
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
