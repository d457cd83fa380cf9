import type { PlacedHandle } from '../../state/legs/leg-handles.js';
import type { MarkColors } from './mark-colors.js';
import type { MarkLayer } from './mark-layer.js';

/** Draws what of the chosen leg can be taken hold of; a station's mark is that of the leg. */
export function drawHandles(layer: MarkLayer, handles: readonly PlacedHandle[], { active, edge }: MarkColors): void {
  const places = handles.filter(({ handle }) => handle !== 'position').flatMap(({ place }) => [...place]);
  if (places.length > 0) layer.dots(places, { color: active, rim: edge, size: 13 });
}
