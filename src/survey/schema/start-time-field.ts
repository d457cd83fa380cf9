import { textField } from '../../base/yaml/fields.js';

/** A moment at which a survey begins. */
export const startTimeField = (description: string) =>
  textField(description, 'a moment such as "2024-06-01T12:00:00Z"');
