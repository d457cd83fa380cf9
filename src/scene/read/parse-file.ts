import type { Model } from '../model.js';
import { fileFault, type SceneLoader, type SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import { FileBlocks, readWhole, type SceneFile } from './scene-file.js';

/** Reads a whole file and parses it with `loader`. */
export async function parseWhole(
  loader: Required<Pick<SceneLoader, 'parse'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  return loader.parse(await readWhole(file, context), { subray });
}

/** Parses a file with `loader`, block by block. */
export async function parseBlocks(
  loader: Required<Pick<SceneLoader, 'parseInBatches'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  for await (const model of loader.parseInBatches(new FileBlocks(file, context), { subray })) return model;
  throw fileFault(file.path, 'the file is empty');
}
