import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';

/** Whether a survey has a list of scanners. */
export const hasScannerList = (text: SurveyText): boolean => Array.isArray(text.valueAt(['scanners']));

/** Where the scanner stands; of several, number `index`. */
export const scannerPath = (text: SurveyText, index = 0): Path =>
  hasScannerList(text) ? ['scanners', index, 'scanner'] : ['scanner'];

/** Where all that the text says of the scanner stands; of several, of number `index`. */
export const scannerEntry = (text: SurveyText, index = 0): Path =>
  hasScannerList(text) ? ['scanners', index] : ['scanner'];

/** Keys of a scanner in a list, in their order. */
export const LISTED_KEYS = Object.freeze(['name', 'scanner', 'mount', 'detector']);
