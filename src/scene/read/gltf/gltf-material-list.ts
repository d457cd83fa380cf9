import type { Material } from '../../model.js';
import { plainMaterial } from '../loader-options.js';
import { TextureReader } from '../texture-reader.js';
import type { GltfMaterial } from './gltf-json.js';
import { addGltfTextures, readGltfMaterial } from './gltf-materials.js';
import type { GltfImages } from './gltf-textures.js';
import { type UvTransform, uvTransformOf } from './gltf-uv-transform.js';

/** A material of the model: one of the document's, with or without its textures; without an index, the default. */
interface Slot {
  index: number | undefined;
  textured: boolean;
}

/** The materials that the primitives of a document use, in order of first use. */
export class GltfMaterialList {
  private readonly images: GltfImages;
  private readonly slots: Slot[] = [];
  private readonly known = new Map<string, number>();
  private readonly warned = new Set<unknown>();

  constructor(images: GltfImages) {
    this.images = images;
  }

  /**
   * The model's index of the document's material `index` (undefined: none), for a primitive with or without texture
   * coordinates.
   */
  use(index: unknown, hasUvs: boolean): number {
    if (index !== undefined) this.source(index);
    const textured = index !== undefined && hasUvs;
    const key = `${String(index)} ${textured}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const added = this.slots.push({ index: index as number | undefined, textured }) - 1;
    this.known.set(key, added);
    return added;
  }

  /**
   * Transform of the texture coordinates of primitives with the document's material `index`; warns once of unsupported
   * parts.
   */
  uvTransform(index: unknown): UvTransform | undefined {
    if (index === undefined) return undefined;
    const { document, options } = this.images;
    const { transform, differs } = uvTransformOf(document, this.source(index));
    if (differs && !this.warned.has(index)) {
      this.warned.add(index);
      options.log.warn(
        `${options.file}: the textures of materials[${String(index)}] are moved differently; all are like the first`,
      );
    }
    return transform;
  }

  /** The materials in order, and their textures. Throws UserError for faults in them. */
  async read(): Promise<{ materials: Material[]; reader: TextureReader }> {
    const { document, options } = this.images;
    const reader = new TextureReader(options.file, options.log);
    const materials: Material[] = [];
    for (const { index, textured } of this.slots) {
      const plain = index === undefined ? plainMaterial('default') : readGltfMaterial(document, index);
      materials.push(
        index === undefined || !textured ? plain : await addGltfTextures(plain, index, this.images, reader),
      );
    }
    return { materials, reader };
  }

  private source(index: unknown): GltfMaterial {
    return this.images.document.entry('materials', index, 'a primitive');
  }
}
