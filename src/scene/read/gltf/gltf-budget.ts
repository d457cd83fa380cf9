import type { GltfDocument } from './gltf-json.js';

/**
 * Accessors may share bytes, so a small file can ask for any number of arrays. All arrays together are limited to this
 * multiple of the file's bytes (variants of a model share geometry), with a fixed minimum for small files.
 */
const EXPANSION_LIMIT = 32;
/** Draco and meshopt pack regular geometry to a hundredth; no real file reaches this limit. */
const COMPRESSED_EXPANSION_LIMIT = 512;
const EXPANSION_FREE_BYTES = 1 << 26;

/** The memory that the geometry of a document may take, in proportion to the bytes of its buffers. */
export class GltfBudget {
  private readonly document: GltfDocument;
  private left: number;

  /** `isCompressed`: whether the document uses an extension that compresses geometry. */
  constructor(document: GltfDocument, buffers: readonly (Uint8Array | undefined)[], isCompressed: boolean) {
    const bytes = buffers.reduce((sum, buffer) => sum + (buffer?.length ?? 0), 0);
    this.document = document;
    this.left = EXPANSION_FREE_BYTES + (isCompressed ? COMPRESSED_EXPANSION_LIMIT : EXPANSION_LIMIT) * bytes;
  }

  /** Subtracts `bytes`. Throws UserError if fewer are left. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (!(this.left >= 0))
      throw this.document.fault('the same data is used again and again; the geometry is far larger than the file');
  }
}
