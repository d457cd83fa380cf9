import type { GeneratedSource } from '../scene/scene-description.js';
import type { ProceduralKind, SceneSize } from './procedural-kind.js';

/** A part of a scene that `generateModel` makes when the scene is loaded; the generators are loaded then, too. */
export function generatedSource(
  generator: ProceduralKind,
  { seed, triangles, size }: { seed: number; triangles: number; size?: SceneSize },
): GeneratedSource {
  return {
    kind: 'generated',
    generator,
    seed,
    triangles,
    ...(size && Object.keys(size).length > 0 && { size }),
    generate: async () => (await import('./generate.js')).generateModel(generator, { seed, triangles, size }),
  };
}
