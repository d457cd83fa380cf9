import type { Material, Model } from '../model.js';
import type { MaterialTextures, Texture, TextureRoles } from '../texture.js';
import { relativeReflectance } from './relative-reflectance.js';

/** The textures of all models of a scene, each once, as far as materials of the scene use them. */
export class SceneTextures {
  readonly list: Texture[] = [];
  private readonly indices = new Map<Texture, number>();
  private readonly relatives = new Map<string, Pick<TextureRoles, 'reflectance' | 'reflectanceGain'> | undefined>();
  private readonly ofMaterial = new Map<Material, readonly Texture[]>();

  constructor(models: readonly Model[]) {
    for (const { materials, textures = [] } of models)
      for (const material of materials) if (material.textures) this.ofMaterial.set(material, textures);
  }

  /** The textures of a material of the models, as indices into `list`, or undefined. */
  of(material: Material): MaterialTextures | undefined {
    const { textures } = material;
    const ofModel = this.ofMaterial.get(material);
    if (textures === undefined || ofModel === undefined) return undefined;
    const { baseColor, alpha, reflectance, material: numbers, ...rest } = textures;
    return {
      ...rest,
      ...(baseColor !== undefined && { baseColor: this.add(ofModel[baseColor]) }),
      ...(alpha !== undefined && { alpha: this.add(ofModel[alpha]) }),
      ...(reflectance !== undefined && { reflectance: this.add(ofModel[reflectance]) }),
      ...(numbers !== undefined && { material: this.add(ofModel[numbers]) }),
    };
  }

  /**
   * The picture of reflectances relative to their mean in the texture of colours with index `color`; undefined if it is
   * black. Texels with an alpha below `cutoff` (0…1) are no surface and do not count.
   */
  relative(
    color: number,
    tint: readonly [number, number, number] = [1, 1, 1],
    cutoff = 0,
  ): Pick<TextureRoles, 'reflectance' | 'reflectanceGain'> | undefined {
    const key = JSON.stringify([color, tint, cutoff]);
    if (!this.relatives.has(key)) {
      const made = relativeReflectance(this.list[color], tint, cutoff);
      this.relatives.set(key, made && { reflectance: this.add(made.texture), reflectanceGain: made.gain });
    }
    return this.relatives.get(key);
  }

  /** Whether the colours of texture `color` and the alpha of `alpha` are one image. */
  isSameImage(color: number, alpha: number | undefined): boolean {
    return alpha !== undefined && this.list[color].texels === this.list[alpha].texels;
  }

  private add(texture: Texture): number {
    const known = this.indices.get(texture);
    if (known !== undefined) return known;
    const index = this.list.push(texture) - 1;
    this.indices.set(texture, index);
    return index;
  }
}
