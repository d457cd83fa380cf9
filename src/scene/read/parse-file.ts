import type { LoaderWithParser } from '@loaders.gl/core';
import type { Model } from '../model.js';
import { fileFault, type OptionsWithScene, type SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import { FileBlocks, readWhole, type SceneFile } from './scene-file.js';

/**
 * A loader of ours. It is called here without `parse` of loaders.gl, which chooses a loader, a worker and a way of fetching, none of
 * which is asked for, and which loads all that Node has for the network.
 */
type ModelLoader = LoaderWithParser<Model, Model, OptionsWithScene>;

/** What `loader` makes of a file, which is read whole. */
export async function parseWhole(
  loader: Required<Pick<ModelLoader, 'parse'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  return loader.parse(await readWhole(file, context), { subray });
}

/** What `loader` makes of a file, which is read in blocks. */
export async function parseBlocks(
  loader: Required<Pick<ModelLoader, 'parseInBatches'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  for await (const model of loader.parseInBatches(new FileBlocks(file, context), { subray })) return model;
  throw fileFault(file.path, 'the file is empty');
}
