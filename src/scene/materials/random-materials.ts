import { RandomStream } from '../../base/random-stream.js';
import type { Material } from '../model.js';
import { UNDEFINED_GLOSS } from './plain-gloss.js';

/** Copies of a material with random colours. */
export interface RandomCopies {
  copies: number;
  /** The largest change of a component, either way. */
  range: number;
  /** Seed of the colours. */
  seed: number;
}

/**
 * A material and its copies, whose components of Kd and Ks each differ from its own by a uniform random number within
 * the range, clamped to 0 … 1, as in HELIOS++.
 */
export function randomMaterials(material: Material, { copies, range, seed }: RandomCopies): Material[] {
  const random = new RandomStream(seed, `materials ${material.name}`);
  const vary = (component: number) => Math.min(1, Math.max(0, component + range * (2 * random.unit() - 1)));
  const varied = ([r, g, b]: readonly number[]) => [vary(r), vary(g), vary(b)] as const;
  const { plain, baseColor, specular } = material;
  const others = Array.from({ length: copies }, (_, k): Material => {
    const color = varied(plain?.diffuse === 0 ? BLACK : baseColor);
    const gloss = varied(specular?.color ?? BLACK);
    return {
      ...material,
      name: `${material.name}#${k + 2}`,
      baseColor: [...color, baseColor[3]],
      specular: { color: gloss, exponent: specular?.exponent ?? UNDEFINED_GLOSS.exponent },
      ...(plain && { plain: { ...plain, diffuse: sum(color), specular: sum(gloss) } }),
    };
  });
  return [material, ...others];
}

const BLACK = [0, 0, 0] as const;

const sum = ([r, g, b]: readonly number[]): number => r + g + b;
