import type { ScenePlace } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';

/**
 * Place on a level for a place of the canvas (CSS pixels) beside the scene. The level is that of the last drawn point,
 * or else of the scene's lowest place. Undefined: no scene, or it is farther away than it is large.
 */
export function levelPlace({ view, scene, sketch }: Studio, at: { x: number; y: number }): ScenePlace | undefined {
  const bounds = scene.value?.view.bounds;
  if (!view || !bounds) return undefined;
  const { min, max } = bounds;
  const { origin, direction } = view.eye.rayAt(at.x, at.y);
  const height = sketch.value?.points.at(-1)?.[2] ?? min[2];
  const far = (height - origin[2]) / direction[2];
  if (!(far > 0 && Number.isFinite(far))) return undefined;
  const [x, y] = [0, 1].map((axis) => origin[axis] + far * direction[axis]);
  const size = Math.max(...max.map((most, axis) => most - min[axis]));
  const isNear = [x, y].every((value, axis) => value >= min[axis] - size && value <= max[axis] + size);
  return isNear ? { position: [x, y, height], ground: undefined, object: '' } : undefined;
}
