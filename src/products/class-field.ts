import { attributesOf, type ChosenFields, fieldsOf } from '../cloud/point-fields.js';
import { cloudFormat, hasOption } from '../io/clouds/cloud-formats.js';
import { cloudLayout, DEFAULT_LAYOUT } from '../io/mcap/cloud-layouts.js';
import type { FrameOutput } from './frames/frame-output.js';
import type { CloudOutput } from './resolve-clouds.js';

/** Whether a cloud has the class of a point; records of LAS do whatever else they have. */
export const cloudHasClass = (output: Pick<CloudOutput, 'format' | 'fields'>): boolean =>
  hasOption(output.format, 'pointFormat') ||
  (choosesClass(output) && cloudFormat(output.format).cannotHold(['classification'], output) === undefined);

/** Whether frames have the class of a point; those of data sets have classes of their own. */
export function framesHaveClass({ format, fields, recording }: FrameOutput): boolean {
  if (format === 'data-set') return false;
  if (format === 'stream') return choosesClass({ fields });
  if (format !== 'mcap') return cloudHasClass({ format, fields });
  const { layout = DEFAULT_LAYOUT } = recording ?? {};
  if (layout === 'laserscan') return false;
  return cloudLayout(layout, attributesOf({}, { fields }), true).fields.some(({ name }) => name === 'classification');
}

const choosesClass = (choice: ChosenFields): boolean =>
  fieldsOf({}, choice).some(({ key }) => key === 'classification');
