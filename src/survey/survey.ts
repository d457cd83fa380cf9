import type { ProductSections } from '../products/index.js';
import type { BareSurvey, SurveyScene } from './bare-survey.js';

/** A survey with the products of a run: clouds in `outputs`, all else under the key of its product. */
export interface Survey<Given extends SurveyScene = SurveyScene> extends BareSurvey<Given>, ProductSections {}
