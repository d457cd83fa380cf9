import type { LoaderWithParser } from '@loaders.gl/core';
import type { Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import { type OptionsWithScene, type SceneLoaderOptions, sceneOptions } from '../loader-options.js';
import { CityReader } from './city-reader.js';
import { parseCityFile } from './cityjson-document.js';

/** CityJSON and CityJSONSeq for loaders.gl. */
export const CityJSONLoader = {
  dataType: null as unknown as Model,
  batchType: null as unknown as Model,
  name: 'CityJSON',
  id: 'cityjson',
  module: 'cityjson',
  version: '1',
  extensions: ['json', 'jsonl'],
  mimeTypes: ['application/city+json'],
  binary: true,
  tests: [],
  options: {} as OptionsWithScene,
  parse: async (bytes: ArrayBuffer, options?: OptionsWithScene) =>
    parseCityJson(new Uint8Array(bytes), sceneOptions(options)),
} satisfies LoaderWithParser<Model, Model, OptionsWithScene>;

/** The model of a city file. Throws UserError for invalid files, and for a level of detail that no object has. */
function parseCityJson(bytes: Uint8Array, options: SceneLoaderOptions): Model {
  const city = parseCityFile(bytes, options.file);
  return finishModel(new CityReader(city, options).read(), options.file, options.log);
}
