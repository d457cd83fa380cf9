import { firingScanners } from '../scanner/leg-scanner.js';
import { SPEED_OF_LIGHT } from '../scanner/receiver/constants.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Survey } from './survey.js';

/** False alarms per pulse above which a survey is warned of: data sheets have a thousandth and less. */
const ALARMS_MAX = 0.1;

/**
 * Warnings for scanners whose ranges are noisy twice, by a receiver with noise and by the instrument's own range noise;
 * and for thresholds that lie in the noise.
 */
export const checkNoise = ({ instruments, physics }: Survey): string[] =>
  instruments.flatMap((instrument) => {
    // No receiver samples where echoes are bins.
    const scanners = physics?.echoes === 'bins' ? [] : firingScanners(instrument);
    const warnings: string[] = [];
    if (scanners.some(isNoisyTwice))
      warnings.push(
        `${instrument.name}: its rangeNoise is added to the noise that its receiver has; detector: { rangeNoise: 0 } leaves it out`,
      );
    const alarms = Math.max(...scanners.map(alarmsOf));
    if (alarms > ALARMS_MAX)
      warnings.push(
        `${instrument.name}: the threshold of its receiver lies in the noise, about ${Number(alarms.toPrecision(2))} false alarms a pulse; receiver: { threshold: { sigmas: 5 } } sets it above`,
      );
    return warnings;
  });

function isNoisyTwice({ sampling, detection }: Scanner): boolean {
  const { rangeNoise, rangeNoisePerMetre, rangeNoiseFormula } = detection;
  const adds = rangeNoise > 0 || rangeNoisePerMetre > 0 || rangeNoiseFormula !== undefined;
  return sampling?.noise !== undefined && adds;
}

/** False alarms of a pulse while its gate is open. */
const alarmsOf = ({ sampling, detection: { rangeMin, rangeMax } }: Scanner): number =>
  ((sampling?.falseAlarmRate ?? 0) * 2 * (rangeMax - rangeMin)) / SPEED_OF_LIGHT;
