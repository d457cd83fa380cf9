import type { BodyShape } from '../platform/platform-schema.js';
import type { Model } from '../scene/model.js';
import { MeshBuilder } from './mesh-builder.js';
import { ModelBuilder } from './model-builder.js';
import { MATERIAL_NAMES, type MaterialName } from './palette.js';
import { bar, box } from './shapes.js';

/** Sides of a round bar. */
const SIDES = 16;

/** The body of a platform, in its frame; one object, called as the platform. */
export function bodyModel(platform: string, shapes: readonly BodyShape[]): Model {
  const builder = new MeshBuilder(platform);
  for (const shape of shapes) {
    builder.part('body', materialOf(shape));
    if ('bar' in shape) bar(builder, shape.bar[0], shape.bar[1], shape.radius, SIDES);
    else box(builder, shape.box[0], shape.box[1]);
  }
  const model = new ModelBuilder();
  model.addUnique(builder);
  return model.finish();
}

function materialOf({ material }: BodyShape): MaterialName {
  const found = MATERIAL_NAMES.find((name) => name === material);
  if (found === undefined) throw new Error(`a platform has a body of ${material}, which generated scenes do not have`);
  return found;
}
