import { showValue } from '../../../base/yaml/faults.js';
import type { GltfBudget } from './gltf-budget.js';
import { compressedView } from './gltf-buffers.js';
import type { GltfBufferView, GltfCompressedView, GltfDocument } from './gltf-json.js';
import { decodeMeshopt, type MeshoptDecoder } from './gltf-meshopt.js';

/** A buffer view: its bytes, and the distance of its elements if it states one. */
export interface GltfView {
  bytes: Uint8Array;
  stride: number | undefined;
}

/** The buffer views of a document, decoded on first use. */
export class GltfViews {
  private readonly document: GltfDocument;
  private readonly buffers: readonly (Uint8Array | undefined)[];
  private readonly budget: GltfBudget;
  private readonly meshopt: MeshoptDecoder | undefined;
  private readonly decoded = new Map<unknown, Uint8Array>();

  /** `meshopt`: needed by documents with compressed views. */
  constructor(
    document: GltfDocument,
    buffers: readonly (Uint8Array | undefined)[],
    budget: GltfBudget,
    meshopt?: MeshoptDecoder,
  ) {
    this.document = document;
    this.buffers = buffers;
    this.budget = budget;
    this.meshopt = meshopt;
  }

  /** View number `index`. Throws UserError if the view, or a part of its bytes, is missing. */
  view(index: unknown, user: string): GltfView {
    const { document } = this;
    const source: GltfBufferView = document.entry('bufferViews', index, user);
    const what = `bufferViews[${showValue(index)}]`;
    const stride =
      source.byteStride === undefined ? undefined : document.whole(source.byteStride, 0, `${what}.byteStride`);
    const compressed = compressedView(source);
    if (!compressed) return { bytes: this.stored(source, what), stride };
    const bytes = this.decoded.get(index) ?? this.decode(source, compressed, what);
    this.decoded.set(index, bytes);
    return { bytes, stride };
  }

  private stored({ buffer, byteOffset, byteLength }: GltfBufferView, what: string): Uint8Array {
    const { document } = this;
    document.entry('buffers', buffer, what);
    const bytes = this.buffers[buffer ?? 0];
    const start = document.whole(byteOffset, 0, `${what}.byteOffset`);
    const length = document.whole(byteLength, undefined, `${what}.byteLength`);
    if (!bytes || start + length > bytes.length) throw document.fault(`${what} ends behind the end of its buffer`);
    return bytes.subarray(start, start + length);
  }

  private decode(source: GltfBufferView, compressed: GltfCompressedView, what: string): Uint8Array {
    const { document, meshopt } = this;
    if (!meshopt) throw document.fault(`${what} is compressed, which extensionsUsed does not say`);
    const bytes = this.stored(compressed, what);
    const length = document.whole(source.byteLength, undefined, `${what}.byteLength`);
    this.budget.spend(length);
    return decodeMeshopt({ document, meshopt, what }, compressed, bytes, length);
  }
}
