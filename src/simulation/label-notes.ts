import { attributesOf, type ChosenFields, fieldsOf } from '../cloud/point-fields.js';
import { cloudFormat, hasOption } from '../io/clouds/cloud-formats.js';
import { cloudLayout, DEFAULT_LAYOUT } from '../io/mcap/cloud-layouts.js';
import type { FrameOutput } from '../products/frames/frame-output.js';
import type { CloudOutput } from '../products/resolve-clouds.js';
import { GROUND, UNCLASSIFIED } from '../scene/labels/asprs-classes.js';
import { isScene, type Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';

/**
 * A note on a survey that writes classes although nothing gives its points any: neither a label, nor a file, table or
 * generator of its scene. Empty for others.
 */
export function labelNotes({ scene: given, outputs, frames }: Survey, { surfaces }: Scene): string[] {
  // Whoever makes a scene in memory gives classes object by object.
  if (isScene(given) || given.labels.some(({ builtIn }) => !builtIn)) return [];
  const plain = surfaces.filter(({ classification }) => classification === UNCLASSIFIED);
  const known = surfaces.some(
    ({ classification, semantic }) => semantic !== 0 || (classification !== UNCLASSIFIED && classification !== GROUND),
  );
  if (plain.length === 0 || known) return [];
  if (!outputs.some(cloudHoldsClass) && !(frames && framesHoldClass(frames))) return [];
  const but = plain.length < surfaces.length ? ' but those of ground' : '';
  return [
    `the scene has no labels, so all points${but} are unclassified (class ${UNCLASSIFIED}) and without a semantic class; scene.labels gives them classes by the names of objects, groups and materials: docs/labels.md`,
  ];
}

/** Whether a cloud has the class of a point; records of LAS do whatever else they have. */
const cloudHoldsClass = (output: Pick<CloudOutput, 'format' | 'fields'>): boolean =>
  hasOption(output.format, 'pointFormat') ||
  (choosesClass(output) && cloudFormat(output.format).cannotHold(['classification'], output) === undefined);

function framesHoldClass({ format, fields, recording }: FrameOutput): boolean {
  if (format === 'data-set') return true;
  if (format === 'stream') return choosesClass({ fields });
  if (format !== 'mcap') return cloudHoldsClass({ format, fields });
  const { layout = DEFAULT_LAYOUT } = recording ?? {};
  if (layout === 'laserscan') return false;
  return cloudLayout(layout, attributesOf({}, { fields }), true).fields.some(({ name }) => name === 'classification');
}

const choosesClass = (choice: ChosenFields): boolean =>
  fieldsOf({}, choice).some(({ key }) => key === 'classification');
