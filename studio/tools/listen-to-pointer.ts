import type { Studio } from '../state/studio.js';
import type { Viewport } from '../view/viewport.js';
import type { ScenePlace } from './tool.js';

/** Pixels that the pointer may move between down and up for a click. */
const CLICK_MOVES = 4;

/** Gives clicks on the canvas to the tool that is taken, and keeps `studio.hover` at the place under the pointer. */
export function listenToPointer(studio: Studio, viewport: Viewport, canvas: HTMLCanvasElement): () => void {
  let down: { x: number; y: number } | undefined;
  let isAsking = false;
  let next: { x: number; y: number } | undefined;
  const placeOf = (event: MouseEvent) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  // One question at a time: the newest place is asked for when the answer to the last is there.
  const look = async () => {
    if (isAsking || !next) return;
    const at = next;
    next = undefined;
    isAsking = true;
    try {
      studio.hover.value = await scenePlace(studio, viewport, at);
    } catch {
      studio.hover.value = undefined;
    } finally {
      isAsking = false;
    }
    if (next) await look();
  };
  const onMove = (event: PointerEvent) => {
    if (event.buttons !== 0) return;
    next = placeOf(event);
    void look();
  };
  const onDown = (event: PointerEvent) => {
    down = event.button === 0 ? placeOf(event) : undefined;
  };
  const onUp = (event: PointerEvent) => {
    const at = placeOf(event);
    if (!down || Math.hypot(at.x - down.x, at.y - down.y) > CLICK_MOVES) return;
    down = undefined;
    click(studio, viewport, at).catch((error) => studio.fail(error));
  };
  const onLeave = () => {
    next = undefined;
    studio.hover.value = undefined;
  };
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointerleave', onLeave);
  return () => {
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerdown', onDown);
    canvas.removeEventListener('pointerup', onUp);
    canvas.removeEventListener('pointerleave', onLeave);
  };
}

async function click(studio: Studio, viewport: Viewport, at: { x: number; y: number }): Promise<void> {
  const tool = studio.tool.value;
  await tool.click({ studio, at, place: await scenePlace(studio, viewport, at) });
}

/** What is in the scene at a place of the canvas; undefined: nothing. */
async function scenePlace(
  studio: Studio,
  viewport: Viewport,
  { x, y }: { x: number; y: number },
): Promise<ScenePlace | undefined> {
  if (studio.scene.value === undefined) return undefined;
  const { origin, direction } = viewport.rayAt(x, y);
  const found = await studio.backend.ask('probe', { text: studio.text.value, rays: [...origin, ...direction] });
  const [px, py, pz] = found.positions;
  if (!Number.isFinite(px)) return undefined;
  const ground = Number.isFinite(found.ground[0]) ? found.ground[0] : undefined;
  return { position: [px, py, pz], ground, object: found.names.objects[found.objects[0]] ?? '' };
}
