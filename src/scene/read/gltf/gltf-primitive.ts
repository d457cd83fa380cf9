import { showValue } from '../../../base/yaml/faults.js';
import type { AccessorType, GltfAccessors } from './gltf-accessors.js';
import { type Draco, type DracoMesh, type DracoRequest, decodeDraco } from './gltf-draco.js';
import { type GltfDocument, type GltfPrimitive, isRecord } from './gltf-json.js';
import type { GltfViews } from './gltf-views.js';

/** Sources of the geometry of a document. */
export interface GltfGeometry {
  document: GltfDocument;
  views: GltfViews;
  accessors: GltfAccessors;
  /** Needed by documents with Draco's compression. */
  draco: Draco | undefined;
}

/** The arrays of a primitive, from any kind of storage. */
export interface PrimitiveArrays {
  /** A new array of an attribute's numbers, with an element for each vertex; undefined without the attribute. */
  floats(semantic: string, types: AccessorType | readonly AccessorType[]): Float32Array | undefined;
  /** Vertex numbers; undefined: the vertices in order. */
  indices(): Uint32Array | undefined;
}

const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/**
 * The arrays of a primitive; `user` names it in messages. Throws UserError for references to nothing, and for damaged
 * compressed data; the arrays do so for faults in their accessors.
 */
export function primitiveArrays(geometry: GltfGeometry, primitive: GltfPrimitive, user: string): PrimitiveArrays {
  const compressed = primitive.extensions?.KHR_draco_mesh_compression;
  if (isRecord(compressed)) return new DracoArrays(geometry, primitive, user);
  const { accessors } = geometry;
  const { attributes = {}, indices } = primitive;
  return {
    floats: (semantic, types) =>
      attributes[semantic] === undefined ? undefined : accessors.floats(attributes[semantic], types, user),
    indices: () => (indices === undefined ? undefined : accessors.indices(indices, user)),
  };
}

/** A primitive of KHR_draco_mesh_compression: its accessors state types and counts, the data is in one buffer view. */
class DracoArrays implements PrimitiveArrays {
  private readonly mesh: DracoMesh;
  private readonly document: GltfDocument;
  private readonly user: string;
  private readonly semantics: readonly string[];
  private readonly types: readonly unknown[];
  private readonly plain: PrimitiveArrays;

  constructor(geometry: GltfGeometry, primitive: GltfPrimitive, user: string) {
    const { document, views, accessors, draco } = geometry;
    const { bufferView, attributes: ids = {} } = primitive.extensions?.KHR_draco_mesh_compression ?? {};
    const { attributes = {} } = primitive;
    if (!draco) throw document.fault(`${user} is compressed with Draco, which extensionsUsed does not say`);
    this.document = document;
    this.user = user;
    this.semantics = Object.keys(isRecord(ids) ? ids : {}).filter(
      (semantic) => isUsed(semantic) && attributes[semantic] !== undefined,
    );
    this.types = this.semantics.map((semantic) => document.entry('accessors', attributes[semantic], user).type);
    const requests = this.semantics.map((semantic, i): DracoRequest => {
      const type = this.types[i];
      const size = typeof type === 'string' && Object.hasOwn(SIZES, type) ? SIZES[type] : 0;
      if (!size) throw document.fault(`${semantic} of ${user} has the type ${showValue(type)}`);
      return {
        id: document.whole(ids[semantic], undefined, `the Draco attribute ${semantic} of ${user}`),
        size,
        scale: accessors.scale(attributes[semantic], user),
      };
    });
    const count = accessors.count(attributes.POSITION, user);
    const spend = (bytes: number) => accessors.spend(bytes);
    this.mesh = decodeDraco({ document, draco, user, count, spend }, views.view(bufferView, user).bytes, requests);
    // Attributes that are not compressed are stored as usual.
    this.plain = primitiveArrays(geometry, { ...primitive, extensions: {}, indices: undefined }, user);
  }

  floats(semantic: string, types: AccessorType | readonly AccessorType[]): Float32Array | undefined {
    const index = this.semantics.indexOf(semantic);
    if (index < 0) return this.plain.floats(semantic, types);
    const { document, user, types: stated } = this;
    if (![types].flat().some((type) => type === stated[index]))
      throw document.fault(`${semantic} of ${user} has the type ${showValue(stated[index])}; ${types} is needed`);
    return this.mesh.attributes[index];
  }

  indices(): Uint32Array {
    return this.mesh.indices;
  }
}

/** Whether subray reads the attribute; normals and tangents are left compressed. */
const isUsed = (semantic: string): boolean => /^(POSITION|(TEXCOORD|COLOR|JOINTS|WEIGHTS)_\d+)$/.test(semantic);
