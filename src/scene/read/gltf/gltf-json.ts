import type { UserError } from '../../../base/errors.js';
import { showValue } from '../../../base/yaml/faults.js';
import { fileFault } from '../file-fault.js';

/**
 * The parts of a glTF 2.0 document that subray reads. None of it is trusted: every index and number is checked on use.
 */
export interface GltfJson {
  asset?: { version?: string };
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: { name?: string; primitives?: GltfPrimitive[]; weights?: number[] }[];
  skins?: GltfSkin[];
  materials?: GltfMaterial[];
  accessors?: GltfAccessor[];
  bufferViews?: GltfBufferView[];
  buffers?: GltfBuffer[];
  textures?: GltfTexture[];
  images?: { uri?: string; bufferView?: number; name?: string }[];
  samplers?: { wrapS?: number; wrapT?: number }[];
  animations?: GltfAnimation[];
  /** Only counted. */
  cameras?: unknown[];
  extensions?: { KHR_lights_punctual?: { lights?: unknown[] }; KHR_materials_variants?: { variants?: unknown[] } };
  extensionsUsed?: string[];
  extensionsRequired?: string[];
}

export interface GltfNode {
  name?: string;
  mesh?: number;
  children?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  skin?: number;
  /** Weights of the mesh's morph targets, in place of the mesh's own. */
  weights?: number[];
  extensions?: {
    EXT_mesh_gpu_instancing?: { attributes?: Attributes };
    KHR_node_visibility?: { visible?: boolean };
  };
}

export interface GltfAnimation {
  name?: string;
  channels?: GltfChannel[];
  samplers?: { input?: number; output?: number; interpolation?: string }[];
}

export interface GltfChannel {
  sampler?: number;
  target?: { node?: number; path?: string; extensions?: { KHR_animation_pointer?: { pointer?: unknown } } };
}

/** Accessors by their content: POSITION, TEXCOORD_0, … */
type Attributes = Record<string, number | undefined>;

export interface GltfSkin {
  joints?: number[];
  inverseBindMatrices?: number;
}

export interface GltfPrimitive {
  attributes?: Attributes;
  indices?: number;
  material?: number;
  mode?: number;
  /** Morph targets: differences from the attributes. */
  targets?: Attributes[];
  extensions?: {
    KHR_draco_mesh_compression?: { bufferView?: number; attributes?: Attributes };
  };
}

export interface GltfMaterial {
  name?: string;
  alphaMode?: string;
  alphaCutoff?: number;
  pbrMetallicRoughness?: {
    baseColorFactor?: number[];
    baseColorTexture?: GltfTextureInfo;
    metallicFactor?: number;
    roughnessFactor?: number;
    metallicRoughnessTexture?: unknown;
  };
  extensions?: {
    KHR_materials_pbrSpecularGlossiness?: GltfSpecularGlossiness;
    KHR_materials_ior?: { ior?: unknown };
    KHR_materials_specular?: { specularFactor?: unknown; specularColorFactor?: number[] };
    KHR_materials_transmission?: { transmissionFactor?: unknown; transmissionTexture?: unknown };
    KHR_materials_diffuse_transmission?: {
      diffuseTransmissionFactor?: unknown;
      diffuseTransmissionTexture?: unknown;
    };
  };
  /** Extensions of subray. */
  extras?: {
    reflectance?: unknown;
    classification?: unknown;
    reflectanceTexture?: GltfTextureInfo;
    materialTexture?: GltfTextureInfo & { materials?: unknown };
  };
}

export interface GltfSpecularGlossiness {
  diffuseFactor?: number[];
  diffuseTexture?: GltfTextureInfo;
  specularFactor?: number[];
  glossinessFactor?: unknown;
  specularGlossinessTexture?: unknown;
}

export interface GltfTexture {
  source?: number;
  sampler?: number;
  extensions?: Record<string, { source?: number } | undefined>;
}

export interface GltfTextureInfo {
  index?: number;
  texCoord?: number;
  extensions?: {
    KHR_texture_transform?: { offset?: number[]; rotation?: number; scale?: number[]; texCoord?: number };
  };
}

export interface GltfAccessor {
  bufferView?: number;
  byteOffset?: number;
  componentType?: number;
  normalized?: boolean;
  count?: number;
  type?: string;
  max?: number[];
  sparse?: {
    count?: number;
    indices?: { bufferView?: number; byteOffset?: number; componentType?: number };
    values?: { bufferView?: number; byteOffset?: number };
  };
}

export interface GltfBuffer {
  uri?: string;
  byteLength?: number;
}

export interface GltfBufferView {
  buffer?: number;
  byteOffset?: number;
  byteLength?: number;
  byteStride?: number;
  /** The same view, compressed; KHR uses the same keys as EXT. */
  extensions?: {
    EXT_meshopt_compression?: GltfCompressedView;
    KHR_meshopt_compression?: GltfCompressedView;
  };
}

export interface GltfCompressedView {
  buffer?: number;
  byteOffset?: number;
  byteLength?: number;
  byteStride?: number;
  count?: number;
  mode?: string;
  filter?: string;
}

/** Looks up entries of a document and reports its faults. */
export class GltfDocument {
  readonly json: GltfJson;
  readonly file: string;

  constructor(json: GltfJson, file: string) {
    this.json = json;
    this.file = file;
  }

  fault(message: string, hint?: string, cause?: unknown): UserError {
    return fileFault(this.file, message, hint, cause);
  }

  /** Entry `index` of the document's list with that name. Throws UserError if it is missing. */
  entry<Key extends ListName>(list: Key, index: unknown, user: string): NonNullable<GltfJson[Key]>[number] {
    const entries = this.json[list];
    const entry = Array.isArray(entries) && Number.isInteger(index) ? entries[index as number] : undefined;
    if (!isRecord(entry)) throw this.fault(`${user} refers to ${list}[${showValue(index)}], which does not exist`);
    return entry as NonNullable<GltfJson[Key]>[number];
  }

  /** `value` as a whole number from 0 on; `fallback` if it is absent. Throws UserError for anything else. */
  whole(value: unknown, fallback: number | undefined, what: string): number {
    const number = value ?? fallback;
    if (!Number.isSafeInteger(number) || (number as number) < 0)
      throw this.fault(`${what} is ${showValue(value)}; it takes a whole number`);
    return number as number;
  }

  /** `value` as a list of `length` finite numbers. Throws UserError for anything else. */
  numbers(value: unknown, length: number, what: string): number[] {
    if (!Array.isArray(value) || value.length !== length || !value.every(Number.isFinite))
      throw this.fault(`${what} takes ${length} finite numbers`);
    return value as number[];
  }
}

/** The document in a file's JSON. Throws UserError if it is not glTF 2. */
export function openGltf(json: unknown, file: string): GltfDocument {
  const document = new GltfDocument((json ?? {}) as GltfJson, file);
  if (!isRecord(json) || !isRecord(json.asset)) throw document.fault('is not a glTF document: it has no "asset"');
  const { version } = json.asset;
  if (typeof version !== 'string' || !version.startsWith('2.'))
    throw document.fault(`is glTF ${showValue(version)}; version 2 is read`);
  return document;
}

type ListName =
  | 'scenes'
  | 'nodes'
  | 'meshes'
  | 'skins'
  | 'materials'
  | 'accessors'
  | 'bufferViews'
  | 'buffers'
  | 'textures'
  | 'images'
  | 'samplers'
  | 'animations';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `value` if it is a non-empty text, otherwise `fallback`. */
export function nameOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
