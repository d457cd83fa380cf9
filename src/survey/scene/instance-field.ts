import { numberField } from '../../base/yaml/fields.js';
import { INSTANCE_MAX } from '../../scene/labels/instance-names.js';

/** The number of an object in a survey. */
export const instanceField = (description: string) =>
  numberField(description, { whole: true, min: 1, max: INSTANCE_MAX });
