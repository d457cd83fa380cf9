import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';

/** True if a survey has a list of scanners. */
export const hasScannerList = (text: SurveyText): boolean => Array.isArray(text.valueAt(['scanners']));

/** Path of the scanner; of several, number `index`. */
export const scannerPath = (text: SurveyText, index = 0): Path =>
  hasScannerList(text) ? ['scanners', index, 'scanner'] : ['scanner'];

/** Path of the scanner with its settings; of several, number `index`. */
export const scannerEntry = (text: SurveyText, index = 0): Path =>
  hasScannerList(text) ? ['scanners', index] : ['scanner'];

/** Keys of a scanner in a list, in their order. */
export const LISTED_KEYS = Object.freeze(['name', 'scanner', 'mount', 'detector']);
