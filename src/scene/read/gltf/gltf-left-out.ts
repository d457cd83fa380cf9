import type { Log } from '../../../base/log.js';
import { counted, joinWords } from '../../../base/text.js';
import type { GltfDocument } from './gltf-json.js';

/** What is known of a document besides. */
interface LeftOutFacts {
  hidden: number;
  isPlayed: boolean;
}

/** Modes of primitives from which on they are triangles: glTF 2.0 §3.7.2.1. */
const TRIANGLES = 4;

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/**
 * Says in one line what a document has that is not read; `hidden`: number of hidden nodes with meshes; `isPlayed`:
 * whether one of its animations is played. If none is, there is a warning, since the model would stand elsewhere.
 */
export function reportLeftOut(document: GltfDocument, { hidden, isPlayed }: LeftOutFacts, log: Log): void {
  const { animations, cameras, extensions, scenes } = document.json;
  const animated = lengthOf(animations);
  const left: (readonly [count: number, noun: string, nouns?: string])[] = [
    isPlayed ? [animated - 1, 'other animation'] : [animated, 'animation'],
    [Math.max(0, lengthOf(scenes) - 1), 'other scene'],
    [hidden, 'hidden node'],
    [countBare(document), 'set of points or lines', 'sets of points or lines'],
    [lengthOf(cameras), 'camera'],
    [lengthOf(extensions?.KHR_lights_punctual?.lights), 'light'],
    [lengthOf(extensions?.KHR_materials_variants?.variants), 'variant of its materials', 'variants of its materials'],
  ];
  const words = left
    .filter(([count]) => count > 0)
    .map(([count, noun, nouns]) => (count > 1 && nouns ? `${count} ${nouns}` : counted(count, noun)));
  if (words.length === 0) return;
  const line = `${document.file}: left out: ${joinWords(words, 'and')}`;
  if (animated > 0 && !isPlayed)
    log.warn(`${line}; the model stands still, in the pose of its nodes: animation: {} of its part plays the first`);
  else log.info(line);
}

/** The primitives of points and lines in all meshes. */
function countBare({ json }: GltfDocument): number {
  const meshes = Array.isArray(json.meshes) ? json.meshes : [];
  const modes = meshes.flatMap((mesh) =>
    Array.isArray(mesh?.primitives) ? mesh.primitives.map((primitive) => primitive?.mode ?? TRIANGLES) : [],
  );
  return modes.filter((mode) => mode < TRIANGLES).length;
}
