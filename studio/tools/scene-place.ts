import type { ScenePlace } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';

/** The scene at a place of the canvas, CSS pixels; undefined: nothing is there. */
export async function scenePlace(studio: Studio, { x, y }: { x: number; y: number }): Promise<ScenePlace | undefined> {
  const { view } = studio;
  if (studio.scene.value === undefined || view === undefined) return undefined;
  const { origin, direction } = view.eye.rayAt(x, y);
  // What moves is met where it is drawn.
  const time = studio.time.now.value;
  const found = await studio.backend.ask('probe', { text: studio.text.value, rays: [...origin, ...direction], time });
  const [px, py, pz] = found.positions;
  if (!Number.isFinite(px)) return undefined;
  const ground = Number.isFinite(found.ground[0]) ? found.ground[0] : undefined;
  return { position: [px, py, pz], ground, object: found.names.objects[found.objects[0]] ?? '' };
}
