import { compose, IDENTITY } from '../../../base/affine.js';
import { finishInTurns } from '../../../base/steps.js';
import { isConnected } from '../../is-connected.js';
import type { Mesh, MeshInstance, Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { reportMasks } from '../report-masks.js';
import { type ClipBodies, hasCopies } from './animation/clip-bodies.js';
import { shapedMesh } from './animation/gltf-shapes.js';
import { animationOf, openPlayed, type PlayedClip, playedBodies, reportClip } from './animation/played-clip.js';
import { GltfAccessors } from './gltf-accessors.js';
import { GltfBudget } from './gltf-budget.js';
import { readBuffers } from './gltf-buffers.js';
import { openContainer } from './gltf-container.js';
import { GLTF_DRACO, loadDraco } from './gltf-draco.js';
import { checkExtensions, extensionsOf, GLTF_MESHOPT } from './gltf-extensions.js';
import { instancePlaces } from './gltf-instances.js';
import { type GltfDocument, openGltf } from './gltf-json.js';
import { reportLeftOut } from './gltf-left-out.js';
import { GltfMaterialList } from './gltf-material-list.js';
import { type GltfMeshes, readGltfMesh } from './gltf-mesh.js';
import { loadMeshopt } from './gltf-meshopt.js';
import { restWeights } from './gltf-morphs.js';
import { GltfNodes, type PlacedNode } from './gltf-nodes.js';
import type { GltfGeometry } from './gltf-primitive.js';
import { readSkin, type Skin } from './gltf-skin.js';
import { GltfViews } from './gltf-views.js';

/**
 * The model of a glTF file, as text or GLB: a mesh for each visible mesh of the scene and pose, an instance for each
 * node and each of its instances. Throws UserError for documents that contradict themselves or their data, and for
 * damaged images. The loader of loaders.gl was tried and rejected: it fetches buffers and images from any place that
 * the file names, takes its Draco decoder from the network, and installs 60 MB that never run here.
 */
export async function readGltf(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { file, log } = options;
  const { json, chunk } = openContainer(bytes, file);
  const document = openGltf(json, file);
  checkExtensions(document, (message) => log.warn(`${file}: ${message}`));
  const geometry = await openGeometry(document, chunk, options);
  const list = new GltfMaterialList({ document, views: geometry.views, options });
  const played = openPlayed(geometry, options);
  const nodes = new GltfNodes(document, played.pose?.poses);
  reportLeftOut(document, { hidden: nodes.hidden, isPlayed: played.pose !== undefined }, log);
  const carried = playedBodies(document, nodes, played);
  const rate = options.animation?.rate;
  const read = readMeshes({ ...geometry, materials: list }, nodes, { ...played, carried, rate });
  const { meshes, instances } = read;
  reportClip(played, carried, read.errors, options);
  finishModel({ meshes, materials: [], instances }, file, options);
  const isOneThing = hasOneRoot(nodes) && (await finishInTurns(isConnected({ meshes, instances }), options.signal));
  const { materials, reader } = await list.read();
  reportMasks(materials, file, log);
  const textures = reader.textures.length > 0 && { textures: reader.textures };
  return {
    ...{ meshes, materials, ...textures, instances, front: GLTF_FRONT, ...(isOneThing && { isOneThing }) },
    ...(played.clips.length > 0 && { clips: played.clips }),
    ...(carried && { animation: animationOf(played, carried) }),
  };
}

/** The front of an asset faces +Z: glTF 2.0 §3.4. */
const GLTF_FRONT = '+z';

/** Whether all nodes that show something hang below one, and none of them is a list of copies. */
const hasOneRoot = ({ placed }: GltfNodes): boolean =>
  placed.every(({ root, node }) => root === placed[0].root && node.extensions?.EXT_mesh_gpu_instancing === undefined);

/** Reads the buffers, and loads the decoders that the document needs. */
async function openGeometry(
  document: GltfDocument,
  chunk: Uint8Array | undefined,
  options: ReadModelOptions,
): Promise<GltfGeometry> {
  const extensions = extensionsOf(document);
  const buffers = await readBuffers(document, chunk, options);
  const meshopt = GLTF_MESHOPT.some((name) => extensions.has(name)) ? await loadMeshopt() : undefined;
  const draco = extensions.has(GLTF_DRACO) ? await loadDraco() : undefined;
  const budget = new GltfBudget(document, buffers, meshopt !== undefined || draco !== undefined);
  const views = new GltfViews(document, buffers, budget, meshopt);
  return { document, views, accessors: new GltfAccessors(document, views, budget), draco };
}

/** What decides how the nodes stand. */
interface PosedNodes extends Pick<PlayedClip, 'clip' | 'pose' | 'moment'> {
  carried: ClipBodies | undefined;
  /** Keys a second of shapes; absent: the usual ones. */
  rate: number | undefined;
}

/** Meshes and their places, and by how much shapes are off between two keys, by their nodes. */
interface ReadMeshes extends Pick<Model, 'meshes' | 'instances'> {
  errors: ReadonlyMap<number, number>;
}

function readMeshes(
  meshes: GltfMeshes,
  nodes: GltfNodes,
  { clip, pose, moment, carried, rate }: PosedNodes,
): ReadMeshes {
  const { document, accessors } = meshes;
  const skins = new Map<unknown, Skin>();
  const skinOf = (index: unknown): Skin => {
    const skin = skins.get(index) ?? readSkin(document, accessors, nodes, index);
    skins.set(index, skin);
    return skin;
  };
  const read: Mesh[] = [];
  const known = new Map<string, number>();
  const instances: MeshInstance[] = [];
  const errors = new Map<number, number>();
  for (const placed of nodes.placed) {
    const { node, mesh } = placed;
    const source = document.entry('meshes', mesh, 'a node');
    const own = pose?.weights.get(placed.index) ?? node.weights;
    const weights = restWeights(document, own, source.weights, `nodes[${placed.index}]`);
    const skin = node.skin === undefined ? undefined : skinOf(node.skin);
    const body = carried?.of(placed);
    if (clip && carried?.deforming.has(placed.index) && !hasCopies(node)) {
      const bare = readGltfMesh(meshes, mesh, { weights, skin });
      const shaped = shapedMesh({ ...meshes, clip, nodes, bodies: carried, moment, rate }, placed, bare);
      errors.set(placed.index, shaped.error);
      instances.push({ mesh: read.push(shaped.mesh) - 1, name: placed.name, transform: IDENTITY });
      continue;
    }
    const key = JSON.stringify([mesh, node.skin, weights]);
    const index = known.get(key) ?? read.push(readGltfMesh(meshes, mesh, { weights, skin }).mesh) - 1;
    known.set(key, index);
    const moves = body === undefined ? {} : { body };
    for (const place of placesOf(document, accessors, placed)) instances.push({ mesh: index, ...place, ...moves });
  }
  if (carried === undefined) return { meshes: read, instances, errors };
  const standing = instances.filter(({ body }) => body === undefined);
  return { meshes: read, instances: [...standing, ...instances.filter(({ body }) => body !== undefined)], errors };
}

/**
 * The places of a node's mesh, each with a name. A mesh with a skin is placed by its joints alone (glTF 2.0 §3.7.3.3).
 */
function placesOf(
  document: GltfDocument,
  accessors: GltfAccessors,
  placed: PlacedNode,
): Pick<MeshInstance, 'name' | 'transform'>[] {
  const { name, node, transform } = placed;
  const places = instancePlaces(document, accessors, placed);
  if (node.skin === undefined)
    return (
      places?.map((place, i) => ({ name: `${name}#${i + 1}`, transform: compose(transform, place) })) ?? [
        { name, transform },
      ]
    );
  if (places) throw document.fault(`nodes[${placed.index}] has both a skin and instances`);
  return [{ name, transform: IDENTITY }];
}
