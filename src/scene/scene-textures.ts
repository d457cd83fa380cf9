import type { Material, Model } from './model.js';
import type { MaterialTextures, Texture } from './texture.js';

/** The textures of all models of a scene, each once, as far as materials of the scene use them. */
export class SceneTextures {
  readonly list: Texture[] = [];
  private readonly indices = new Map<Texture, number>();
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

  private add(texture: Texture): number {
    const known = this.indices.get(texture);
    if (known !== undefined) return known;
    const index = this.list.push(texture) - 1;
    this.indices.set(texture, index);
    return index;
  }
}
