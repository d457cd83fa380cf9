import type { Log } from '../../../base/log.js';
import { showValue } from '../../../base/yaml/faults.js';
import type { Mesh, MeshInstance, Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import type { SceneLoaderOptions } from '../loader-options.js';
import { reportMasks } from '../report-masks.js';
import { GltfAccessors } from './gltf-accessors.js';
import { readBuffers } from './gltf-buffers.js';
import type { GltfContainer } from './gltf-container.js';
import { GltfDocument, type GltfJson, isObject } from './gltf-json.js';
import { GltfMaterialList } from './gltf-material-list.js';
import { readGltfMesh } from './gltf-mesh.js';
import { placedNodes } from './gltf-nodes.js';

/** Extensions that pack the geometry itself; nothing can be read without their decoders. */
const PACKED_GEOMETRY = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression'];
/** Extensions that are read, or that do not affect a laser. */
const UNDERSTOOD = ['KHR_mesh_quantization', 'KHR_texture_transform'];

/**
 * The model of a glTF document: a mesh for each visible mesh of the scene, an instance for each node. Throws UserError
 * for documents that contradict themselves or their data, and for damaged images.
 */
export async function gltfModel({ json, chunk }: GltfContainer, options: SceneLoaderOptions): Promise<Model> {
  const { file, log } = options;
  const document = new GltfDocument((json ?? {}) as GltfJson, file);
  checkDocument(document, log);
  const buffers = await readBuffers(document, chunk, options);
  const list = new GltfMaterialList({ document, buffers, options });
  const { meshes, instances } = readMeshes(document, new GltfAccessors(document, buffers), list);
  finishModel({ meshes, materials: [], instances }, file, log);
  const { materials, reader } = await list.read();
  reportMasks(materials, file, log);
  return { meshes, materials, ...(reader.textures.length > 0 && { textures: reader.textures }), instances };
}

function readMeshes(
  document: GltfDocument,
  accessors: GltfAccessors,
  materials: GltfMaterialList,
): Pick<Model, 'meshes' | 'instances'> {
  const meshes: Mesh[] = [];
  const meshIndex = new Map<number, number>();
  const instances: MeshInstance[] = [];
  for (const { name, mesh, transform } of placedNodes(document)) {
    if (!meshIndex.has(mesh)) meshIndex.set(mesh, meshes.push(readGltfMesh(document, accessors, mesh, materials)) - 1);
    instances.push({ mesh: meshIndex.get(mesh) ?? 0, name, transform });
  }
  return { meshes, instances };
}

function checkDocument(document: GltfDocument, log: Log): void {
  const { json, file } = document;
  if (!isObject(json) || !isObject(json.asset)) throw document.fault('is not a glTF document: it has no "asset"');
  const { version } = json.asset;
  if (typeof version !== 'string' || !version.startsWith('2.'))
    throw document.fault(`is glTF ${showValue(version)}; version 2 is read`);
  const used = listOf(json.extensionsUsed);
  const packed = [...listOf(json.extensionsRequired), ...used].find((name) => PACKED_GEOMETRY.includes(name));
  if (packed)
    throw document.fault(
      `its geometry is packed with ${packed}, which is not read: a decoder would have to come from the network`,
      'Save it without compression of meshes.',
    );
  const ignored = used.filter((name) => !UNDERSTOOD.includes(name));
  if (ignored.length > 0) log.warn(`${file}: these extensions are passed over: ${ignored.join(', ')}`);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
