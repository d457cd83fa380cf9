import type { Model } from '../../model.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { CityReader } from './city-reader.js';
import { parseCityFile } from './cityjson-document.js';

/** The model of a city file. Throws UserError for invalid files, and for a level of detail that no object has. */
export function readCityJson(bytes: Uint8Array, options: ReadModelOptions): Model {
  const city = parseCityFile(bytes, options.file);
  return finishModel(new CityReader(city, options).read(), options.file, options);
}
