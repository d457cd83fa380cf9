import { firingScanners } from '../scanner/leg-scanner.js';
import type { Survey } from './survey.js';

/** Warnings for scanners whose ranges are noisy twice: by a receiver with noise, and by the instrument's own range noise. */
export const checkNoise = ({ instruments }: Survey): string[] =>
  instruments.flatMap((instrument) => {
    const twice = firingScanners(instrument).find(({ sampling, detection }) => {
      const { rangeNoise, rangeNoisePerMetre, rangeNoiseFormula } = detection;
      const adds = rangeNoise > 0 || rangeNoisePerMetre > 0 || rangeNoiseFormula !== undefined;
      return sampling?.noise !== undefined && adds;
    });
    if (twice === undefined) return [];
    return `${instrument.name}: its rangeNoise is added to the noise that its receiver has; detector: { rangeNoise: 0 } leaves it out`;
  });
