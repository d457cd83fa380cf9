import { showValue } from '../../../base/yaml/faults.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Material } from '../../model.js';
import { TextureReader } from '../texture-reader.js';
import type { GltfMaterial } from './gltf-json.js';
import { addGltfTextures, readGltfMaterial, withoutImage } from './gltf-materials.js';
import type { GltfImages } from './gltf-textures.js';
import { colorTextureOf, type UvUse, uvUseOf } from './gltf-uvs.js';
import type { Tint } from './gltf-vertex-colors.js';

/** Appearance of a material on a primitive. */
export interface MaterialShow {
  /** Whether it has the texture coordinates of the material. */
  hasUvs: boolean;
  /** Multiplies the base colour. */
  tint: Tint | undefined;
}

/** A material of the model: one of the document's, as a primitive shows it; without an index, the default. */
interface Slot extends MaterialShow {
  index: number | undefined;
}

/** The materials that the primitives of a document use, in order of first use. */
export class GltfMaterialList {
  private readonly images: GltfImages;
  private readonly slots: Slot[] = [];
  private readonly known = new Map<string, number>();
  private readonly plains = new Map<number, Material>();
  private readonly uses = new Map<unknown, UvUse>();

  constructor(images: GltfImages) {
    this.images = images;
  }

  /** The model's index of the document's material `index` (undefined: none), with this appearance. */
  use(index: unknown, { hasUvs, tint }: MaterialShow): number {
    if (index !== undefined) this.source(index);
    const slot: Slot = { index: index as number | undefined, hasUvs: index !== undefined && hasUvs, tint };
    const key = `${String(index)} ${slot.hasUvs} ${String(tint)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const added = this.slots.push(slot) - 1;
    this.known.set(key, added);
    return added;
  }

  /**
   * The texture coordinates of primitives with the document's material `index`; warns once of unsupported parts.
   */
  uvs(index: unknown): UvUse {
    if (index === undefined) return { set: 0, transform: undefined, differs: false };
    const known = this.uses.get(index);
    if (known) return known;
    const { document, options } = this.images;
    const use = uvUseOf(document, this.source(index));
    this.uses.set(index, use);
    if (use.differs)
      options.log.warn(
        `${options.file}: the textures of materials[${String(index)}] are moved differently; all are like the first`,
      );
    return use;
  }

  /** The materials in order, and their textures. Throws UserError for faults in them. */
  async read(): Promise<{ materials: Material[]; reader: TextureReader }> {
    const { options } = this.images;
    const reader = new TextureReader(options);
    const materials: Material[] = [];
    for (const slot of this.slots) {
      const { index, hasUvs, tint } = slot;
      const plain = index === undefined ? defaultMaterial(tint) : tinted(this.plain(index), tint);
      const textured = index !== undefined && hasUvs;
      materials.push(
        textured
          ? await addGltfTextures(plain, index, this.uvs(index).set, this.images, reader)
          : this.bare(plain, slot),
      );
    }
    return { materials, reader };
  }

  private plain(index: number): Material {
    const { document, options } = this.images;
    const known = this.plains.get(index);
    const warn = (message: string) => options.log.warn(`${options.file}: ${message}`);
    const plain = known ?? readGltfMaterial(document, index, warn);
    this.plains.set(index, plain);
    return plain;
  }

  /** The material for a primitive without its texture coordinates; warns if these are not the first ones. */
  private bare(plain: Material, { index }: Slot): Material {
    const { set } = this.uvs(index);
    if (index === undefined || set === 0) return plain;
    const { file, log } = this.images.options;
    log.warn(
      `${file}: the textures of material "${plain.name}" left out: it lies by TEXCOORD_${showValue(set)}, which its surfaces do not have`,
    );
    return colorTextureOf(this.source(index)) === undefined ? plain : withoutImage(plain);
  }

  private source(index: unknown): GltfMaterial {
    return this.images.document.entry('materials', index, 'a primitive');
  }
}

/** Grey, or the colour of the vertices. */
const defaultMaterial = (tint: Tint | undefined): Material =>
  tint ? { name: 'default', baseColor: [...tint, 1] } : plainMaterial('default');

function tinted(material: Material, tint: Tint | undefined): Material {
  const [r, g, b, a] = material.baseColor;
  return tint ? { ...material, baseColor: [r * tint[0], g * tint[1], b * tint[2], a] } : material;
}
