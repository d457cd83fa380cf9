import { UserError } from '../../../base/errors.js';
import { type ClipChoice, KEY_RATE } from '../../animation/model-animation.js';
import { countTexels, IMAGE_HEAD_BYTES } from '../../image/count-texels.js';
import type { ReadContext } from '../read-context.js';
import { findBeside, readPart, type SceneFile, sceneHead } from '../scene-file.js';
import type { ShapeCounts } from '../scene-format.js';
import { clipNames, findClip } from './animation/gltf-clip.js';
import { uriFile, usedBuffers } from './gltf-buffers.js';
import { documentEnd, GLB_HEAD_BYTES, openDocument } from './gltf-container.js';
import { type GltfDocument, type GltfPrimitive, isRecord, openGltf } from './gltf-json.js';
import { GltfNodes } from './gltf-nodes.js';

const TRIANGLES = 4;
/** Length and type before the data of a chunk of a GLB file. */
const CHUNK_HEAD_BYTES = 8;

/**
 * The number of triangles in the meshes that the scene of a glTF file shows, each counted once, by the counts in its
 * document. Warns of missing images. Throws UserError if a buffer is missing, or if the file is not glTF.
 */
export async function countGltf(file: SceneFile, context: ReadContext): Promise<number> {
  const { document } = await readDocument(file, context);
  const buffers = document.json.buffers ?? [];
  for (const index of usedBuffers(document)) await findUri(buffers[index]?.uri, file, context);
  await warnOfImages(document, file, context);
  const shown = new Set(new GltfNodes(document).placed.map(({ mesh }) => mesh));
  return [...shown].reduce((sum, mesh) => sum + meshTriangles(document, mesh), 0);
}

/** Numbers of texels of the images of a glTF file; missing images and those embedded in its text are left out. */
export async function gltfPictures(file: SceneFile, context: ReadContext): Promise<number[]> {
  const { document, end } = await readDocument(file, context);
  const { images, bufferViews } = document.json;
  const texels: number[] = [];
  for (const image of Array.isArray(images) ? images : []) {
    const name = uriFile(image?.uri);
    const view = typeof image?.bufferView === 'number' ? bufferViews?.[image.bufferView] : undefined;
    if (name !== undefined) texels.push(countTexels(await headBeside(name, file, context)));
    else if (view && typeof view.byteOffset === 'number' && (view.buffer ?? 0) === 0)
      texels.push(
        countTexels(await readPart(context.files, file, end + CHUNK_HEAD_BYTES + view.byteOffset, IMAGE_HEAD_BYTES)),
      );
  }
  return texels;
}

/**
 * Counts the meshes of a glTF file that hang on joints, or whose weights a clip changes, and its keys, by the counts in
 * the document; none for a clip that the file does not have.
 */
export async function gltfShapes(file: SceneFile, choice: ClipChoice, context: ReadContext): Promise<ShapeCounts> {
  const { document } = await readDocument(file, context);
  const index = findClip(clipNames(document), choice.clip);
  if (index === undefined) return { keys: 0, triangles: 0, vertices: 0 };
  const { channels, samplers } = document.entry('animations', index, 'the survey');
  const targets = (Array.isArray(channels) ? channels : []).map((channel) => isRecord(channel) && channel.target);
  const morphing = new Set(
    targets.flatMap((target) => (isRecord(target) && target.path === 'weights' ? [target.node] : [])),
  );
  const inputs = (Array.isArray(samplers) ? samplers : []).map((sampler) => (isRecord(sampler) ? sampler.input : 0));
  const ends = inputs.map((input) => {
    const { max } = document.entry('accessors', input, 'a sampler');
    return Array.isArray(max) && typeof max[0] === 'number' && max[0] > 0 ? max[0] : 0;
  });
  const bent = new GltfNodes(document).placed.filter(
    ({ node, index: own }) => node.skin !== undefined || morphing.has(own),
  );
  const sum = (count: (mesh: number) => number) => bent.reduce((total, { mesh }) => total + count(mesh), 0);
  return {
    keys: Math.ceil(Math.max(0, ...ends) * (choice.rate ?? KEY_RATE)) + 1,
    triangles: sum((mesh) => meshTriangles(document, mesh)),
    vertices: sum((mesh) => meshVertices(document, mesh)),
  };
}

async function headBeside(name: string, { path }: SceneFile, context: ReadContext): Promise<Uint8Array> {
  const { files, modelFolders } = context;
  try {
    return await sceneHead(files, await findBeside(files, path, name, modelFolders), IMAGE_HEAD_BYTES);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Uint8Array();
  }
}

/** The document, and its end in the file. */
async function readDocument(file: SceneFile, { files }: ReadContext): Promise<{ document: GltfDocument; end: number }> {
  const head = await sceneHead(files, file, GLB_HEAD_BYTES);
  const end = documentEnd(head, file.size);
  const bytes = await sceneHead(files, file, end);
  return { document: openGltf(openDocument(bytes, file.path), file.path), end };
}

/** Throws UserError if the uri names a missing file. */
async function findUri(uri: unknown, { path }: SceneFile, { files, modelFolders }: ReadContext): Promise<void> {
  const name = uriFile(uri);
  if (name !== undefined) await findBeside(files, path, name, modelFolders);
}

async function warnOfImages({ json }: GltfDocument, file: SceneFile, context: ReadContext): Promise<void> {
  for (const image of Array.isArray(json.images) ? json.images : [])
    try {
      await findUri(image?.uri, file, context);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      context.log.warn(`${file.path}: an image is missing: ${error.message}`);
    }
}

function meshTriangles(document: GltfDocument, mesh: number): number {
  const { primitives } = document.entry('meshes', mesh, 'a node');
  return (Array.isArray(primitives) ? primitives : []).reduce(
    (sum, primitive) => sum + primitiveTriangles(document, primitive),
    0,
  );
}

function meshVertices(document: GltfDocument, mesh: number): number {
  const { primitives } = document.entry('meshes', mesh, 'a node');
  return (Array.isArray(primitives) ? primitives : []).reduce((sum, primitive) => {
    if (!isRecord(primitive.attributes) || primitive.attributes.POSITION === undefined) return sum;
    const { count } = document.entry('accessors', primitive.attributes.POSITION, 'a primitive');
    return sum + document.whole(count, undefined, 'the count of an accessor');
  }, 0);
}

/** Strips and fans have two corners more than triangles; points and lines have none. */
function primitiveTriangles(document: GltfDocument, { attributes, indices, mode = TRIANGLES }: GltfPrimitive): number {
  if (!isRecord(attributes) || attributes.POSITION === undefined || !(mode >= TRIANGLES)) return 0;
  const { count } = document.entry('accessors', indices ?? attributes.POSITION, 'a primitive');
  const corners = document.whole(count, undefined, 'the count of an accessor');
  return mode === TRIANGLES ? Math.floor(corners / 3) : Math.max(0, corners - 2);
}
