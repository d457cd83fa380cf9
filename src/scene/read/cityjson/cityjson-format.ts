import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** CityJSON 1.0 to 2.0, and CityJSONSeq, a feature a line. Sizes for surfaces with shared vertices and attributes. */
export const CITYJSON_MODEL: SceneFormat = {
  title: 'CityJSON',
  endings: ['.city.json', '.json', '.jsonl'],
  mimeTypes: ['application/city+json'],
  signature: /^\s*\{/,
  likely: /^\s*\{[\s\S]*"(CityObjects|CityJSON|CityJSONFeature)"/,
  up: 'z',
  hasLevels: true,
  bytesPerTriangle: 40,
  read: async (file, options, context) =>
    (await import('./read-cityjson.js')).readCityJson(await readWhole(file, context), options),
};
