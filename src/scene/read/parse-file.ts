import type { LoaderWithParser } from '@loaders.gl/core';
import type { Model } from '../model.js';
import { fileFault, type OptionsWithScene, type SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import { FileBlocks, readWhole, type SceneFile } from './scene-file.js';

/**
 * A loader of ours. It is called without `parse` of loaders.gl, which chooses a loader, a worker and a way of fetching,
 * all unneeded here, and loads all of Node's network code.
 */
type ModelLoader = LoaderWithParser<Model, Model, OptionsWithScene>;

/** Reads a whole file and parses it with `loader`. */
export async function parseWhole(
  loader: Required<Pick<ModelLoader, 'parse'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  return loader.parse(await readWhole(file, context), { subray });
}

/** Parses a file with `loader`, block by block. */
export async function parseBlocks(
  loader: Required<Pick<ModelLoader, 'parseInBatches'>>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  for await (const model of loader.parseInBatches(new FileBlocks(file, context), { subray })) return model;
  throw fileFault(file.path, 'the file is empty');
}
