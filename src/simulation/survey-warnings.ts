import { PRODUCTS } from '../products/index.js';
import type { Scene } from '../scene/scene.js';
import { checkExits } from '../survey/check-exits.js';
import { checkNoise } from '../survey/check-noise.js';
import { checkWays } from '../survey/leg-place.js';
import { checkReach } from '../survey/reach.js';
import type { Survey } from '../survey/survey.js';
import { checkCarrier } from './check-carrier.js';
import { checkFoliage } from './check-foliage.js';
import { checkMovers } from './check-movers.js';

/** Doubts about a survey in its scene, before anything is traced. Throws UserError if no leg is within its range. */
export const surveyWarnings = (survey: Survey, scene: Scene): string[] => [
  ...checkReach(survey, scene.bounds),
  ...surveyDoubts(survey, scene),
];

/** Those that do not depend on where the legs are within range, which a look around finds by itself. */
export const surveyDoubts = (survey: Survey, scene: Scene): string[] => [
  ...checkExits(survey, scene.bounds),
  ...checkNoise(survey),
  ...checkWays(survey.legs, scene.bounds),
  ...checkFoliage(survey, scene),
  ...checkMovers(survey, scene),
  ...checkCarrier(survey, scene),
  ...PRODUCTS.flatMap((product) => product.sceneWarnings?.(survey, scene) ?? []),
];
