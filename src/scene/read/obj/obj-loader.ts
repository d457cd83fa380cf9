import type { LoaderWithParser } from '@loaders.gl/core';
import { IDENTITY } from '../../../base/affine.js';
import { UserError } from '../../../base/errors.js';
import type { Material, Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import { type OptionsWithScene, plainMaterial, type SceneLoaderOptions, sceneOptions } from '../loader-options.js';
import { type ByteBlocks, wholeLines } from '../whole-lines.js';
import { countObj } from './count-obj.js';
import { parseMtl } from './mtl.js';
import { DEFAULT_MATERIAL } from './obj-groups.js';
import { ObjParser } from './obj-parser.js';

/** An MTL file is text that people write; larger ones are something else. */
const MAX_MTL_BYTES = 1 << 26;

/**
 * Wavefront OBJ for loaders.gl: `parse(bytes, OBJLoader)`, or `parseInBatches(blocks, OBJLoader)`, which yields the model
 * as its only batch and never holds the file. The blocks must be iterable twice (a `FileBlocks`, an array); a stream
 * that can be read only once is kept.
 */
export const OBJLoader = {
  dataType: null as unknown as Model,
  batchType: null as unknown as Model,
  name: 'OBJ',
  id: 'obj',
  module: 'obj',
  version: '1',
  extensions: ['obj'],
  mimeTypes: ['model/obj'],
  binary: true,
  tests: [],
  options: {} as OptionsWithScene,
  parse: (bytes: ArrayBuffer, options?: OptionsWithScene) => readObj([bytes], sceneOptions(options)),
  async *parseInBatches(blocks: ByteBlocks, options?: OptionsWithScene) {
    yield await readObj(await twice(blocks), sceneOptions(options));
  },
} satisfies LoaderWithParser<Model, Model, OptionsWithScene>;

async function readObj(blocks: ByteBlocks, options: SceneLoaderOptions): Promise<Model> {
  const { file, log } = options;
  const counts = await countObj(blocks, file);
  const parser = new ObjParser(file, counts);
  for await (const lines of wholeLines(blocks, file, counts.hasContinuedLines)) parser.push(lines);
  const { mesh, materials, libraries, skippedFaces } = parser.finish();
  if (skippedFaces > 0) log.warn(`${file}: ${skippedFaces} faces have fewer than three corners and were left out`);

  const model = { meshes: [mesh], materials: [], instances: [{ mesh: 0, name: '', transform: IDENTITY }] };
  finishModel(model, file, log);
  return { ...model, materials: await findMaterials(materials, libraries, options) };
}

/** The materials of those names from the libraries; plain ones, with one warning, for names that none of them has. */
async function findMaterials(names: string[], libraries: string[], options: SceneLoaderOptions): Promise<Material[]> {
  const known = new Map<string, Material>();
  for (const library of new Set(libraries))
    for (const material of await readLibrary(library, options))
      if (!known.has(material.name)) known.set(material.name, material);
  const missing = names.filter((name) => !known.has(name) && name !== DEFAULT_MATERIAL);
  if (missing.length > 0)
    options.log.warn(
      `${options.file}: no material library describes ${listSome(missing)}; plain grey takes ${missing.length === 1 ? 'its' : 'their'} place`,
    );
  return names.map((name) => known.get(name) ?? plainMaterial(name));
}

/** `mtllib a b.mtl` names one file with a blank in it, or two files: whichever is there. */
async function readLibrary(library: string, options: SceneLoaderOptions): Promise<Material[]> {
  const whole = await tryLibrary(library, options);
  if (whole.materials) return whole.materials;
  const parts = library.split(/\s+/);
  const materials: Material[] = [];
  if (parts.length === 1) options.log.warn(whole.reason);
  else
    for (const part of parts) {
      const one = await tryLibrary(part, options);
      if (one.materials) materials.push(...one.materials);
      else options.log.warn(one.reason);
    }
  return materials;
}

async function tryLibrary(name: string, { file, log, readBeside }: SceneLoaderOptions): Promise<LibraryResult> {
  if (!readBeside) return { materials: [] };
  let bytes: ArrayBuffer;
  try {
    bytes = await readBeside(name, MAX_MTL_BYTES);
  } catch (error) {
    if (error instanceof UserError) return { reason: `${file}: material library «${name}» left out: ${error.message}` };
    throw error;
  }
  return { materials: parseMtl(new TextDecoder().decode(bytes), name, log) };
}

type LibraryResult = { materials: Material[]; reason?: undefined } | { materials?: undefined; reason: string };

/** Blocks that can be gone through twice. */
async function twice(blocks: ByteBlocks): Promise<ByteBlocks> {
  if (!isOneShot(blocks)) return blocks;
  const kept: (ArrayBufferLike | ArrayBufferView)[] = [];
  // A stream may use one buffer for all its blocks.
  for await (const block of blocks)
    kept.push(
      ArrayBuffer.isView(block)
        ? new Uint8Array(block.buffer, block.byteOffset, block.byteLength).slice()
        : block.slice(0),
    );
  return kept;
}

/** Iterators return themselves, collections a new iterator each time. */
function isOneShot(blocks: ByteBlocks): boolean {
  return 'next' in blocks;
}

function listSome(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `«${name}»`);
  return shown.join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
}
