import { choiceField } from '../../base/yaml/fields.js';

export const coordinatesField = (description: string) => choiceField(description, ['world', 'sensor']).default('world');
