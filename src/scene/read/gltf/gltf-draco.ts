import { Decoder } from '../../../base/decoders/decoder.js';
import { showValue } from '../../../base/yaml/faults.js';
import { dracoClaims } from './draco-claims.js';
import type { GltfDocument } from './gltf-json.js';

/** The extension whose primitives hold their indices and attributes in one compressed buffer view. */
export const GLTF_DRACO = 'KHR_draco_mesh_compression';

/** The used part of Draco's decoder. */
interface DracoModule {
  Decoder: new () => DracoDecoder;
  DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
  Mesh: new () => DracoGeometry;
  DT_FLOAT32: number;
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  destroy(object: object): void;
}

interface DracoDecoder {
  DecodeBufferToMesh(buffer: object, mesh: DracoGeometry): { ok(): boolean };
  GetAttributeByUniqueId(mesh: DracoGeometry, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    mesh: DracoGeometry,
    attribute: DracoAttribute,
    type: number,
    bytes: number,
    target: number,
  ): boolean;
  GetTrianglesUInt32Array(mesh: DracoGeometry, bytes: number, target: number): boolean;
}

interface DracoGeometry {
  num_points(): number;
  num_faces(): number;
}

interface DracoAttribute {
  ptr: number;
  num_components(): number;
  normalized(): boolean;
}

/** Calls the decoder at once. */
export type Draco = <Result>(work: (decoder: DracoModule) => Result) => Result;

const DRACO = new Decoder<DracoModule>(() => import('../../../base/decoders/draco.generated.js'));

/** The decoder, loaded on first use. */
export const loadDraco = (): Promise<Draco> => DRACO.open();

/** An attribute to decode: its number in the compressed data, numbers an element, and their scale if not normalized. */
export interface DracoRequest {
  id: number;
  size: number;
  scale: number;
}

/** A decoded primitive: the attributes in the order of their requests, and three indices a triangle. */
export interface DracoMesh {
  attributes: Float32Array[];
  indices: Uint32Array;
}

/** Facts of the primitive in the document, with which the compressed data must agree. */
interface DracoContext {
  document: GltfDocument;
  draco: Draco;
  user: string;
  /** Vertices, by the accessor of the positions. */
  count: number;
  /** Called with the bytes of the arrays before they are made. */
  spend(bytes: number): void;
}

/** Decodes the compressed data of a primitive. Throws UserError if they are damaged or differ from the document. */
export function decodeDraco(context: DracoContext, bytes: Uint8Array, requests: readonly DracoRequest[]): DracoMesh {
  const { document, draco, user } = context;
  const decoded =
    excess(context, bytes, requests) ??
    attempt(context, () => draco((module) => decode(module, bytes, requests, context)));
  if (typeof decoded === 'string')
    throw document.fault(
      `the Draco data of ${user} ${decoded}`,
      'Export the model again, without compression of meshes.',
    );
  return decoded;
}

/**
 * The fault of the counts in the data, by which the decoder would reserve memory: counts other than the document's.
 * Spends the memory that they need. Undefined if there is no fault.
 */
function excess({ count, spend }: DracoContext, bytes: Uint8Array, requests: readonly DracoRequest[]) {
  const claims = dracoClaims(bytes);
  if (!claims) return 'is damaged';
  if (claims.points > count || (claims.isExact && claims.points !== count))
    return `has ${claims.points} vertices where the document says ${count}`;
  spend(4 * (3 * claims.faces + count * requests.reduce((sum, { size }) => sum + size, 0)));
  return undefined;
}

/** Errors of the decoder itself mean that the data are damaged. */
function attempt({ document, user }: DracoContext, work: () => DracoMesh | string): DracoMesh | string {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'UserError') throw cause;
    throw document.fault(`the Draco data of ${user} is damaged`, undefined, cause);
  }
}

/** The primitive, or its fault. */
function decode(
  module: DracoModule,
  bytes: Uint8Array,
  requests: readonly DracoRequest[],
  { count }: DracoContext,
): DracoMesh | string {
  const decoder = new module.Decoder();
  const buffer = new module.DecoderBuffer();
  const mesh = new module.Mesh();
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.length);
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) return 'is damaged';
    const points = mesh.num_points();
    if (points !== count) return `has ${points} vertices where the document says ${count}`;
    const attributes: Float32Array[] = [];
    for (const request of requests) {
      const values = readAttribute(module, decoder, mesh, request);
      if (typeof values === 'string') return values;
      attributes.push(values);
    }
    const indices = copyOut(module, 12 * mesh.num_faces(), (length, target) =>
      decoder.GetTrianglesUInt32Array(mesh, length, target),
    );
    return indices ? { attributes, indices: new Uint32Array(indices) } : 'has no triangles';
  } finally {
    for (const object of [mesh, buffer, decoder]) module.destroy(object);
  }
}

function readAttribute(
  module: DracoModule,
  decoder: DracoDecoder,
  mesh: DracoGeometry,
  { id, size, scale }: DracoRequest,
): Float32Array | string {
  const attribute = decoder.GetAttributeByUniqueId(mesh, id);
  if (attribute.ptr === 0 || attribute.num_components() !== size)
    return `has no attribute ${showValue(id)} of ${size} numbers`;
  const bytes = copyOut(module, 4 * size * mesh.num_points(), (length, target) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, module.DT_FLOAT32, length, target),
  );
  if (!bytes) return `has an attribute ${showValue(id)} that is not of numbers`;
  const values = new Float32Array(bytes);
  if (scale !== 1 && !attribute.normalized())
    for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, values[i] * scale);
  return values;
}

/** The data that `write` leaves in the decoder's memory; undefined if it fails. */
function copyOut(
  module: DracoModule,
  length: number,
  write: (length: number, target: number) => boolean,
): ArrayBuffer | undefined {
  const target = module._malloc(length);
  try {
    return write(length, target) ? module.HEAPU8.slice(target, target + length).buffer : undefined;
  } finally {
    module._free(target);
  }
}
