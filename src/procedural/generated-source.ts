import type { GeneratedSource } from '../scene/scene-description.js';
import type { ProceduralKind } from './procedural-kind.js';

/** A part of a scene that `generateModel` makes when the scene is loaded; the generators are loaded then, too. */
export function generatedSource(
  generator: ProceduralKind,
  { seed, triangles }: { seed: number; triangles: number },
): GeneratedSource {
  return {
    kind: 'generated',
    generator,
    seed,
    triangles,
    generate: async () => (await import('./generate.js')).generateModel(generator, { seed, triangles }),
  };
}
