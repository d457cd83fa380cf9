import type { FwfSettings } from '../fwf-settings.js';
import type { HeliosReading } from '../helios-reading.js';
import type { HeliosDevice } from '../scanner-xml.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';

/** A device's detection in a survey: metres, and ns of the waveform. */
export interface SettledDevice {
  accuracy: number;
  rangeMin: number;
  rangeMax: number;
  errorExpression?: string;
  fwf: FwfSettings & { winSize: number };
}

/** The window of a scanner with channels is a quarter of this pulse, ns, whatever the channel's. */
const PULSE_OF_CHANNELS = 4;

/** The settings of a device: those of the survey, which reach only the first one in HELIOS++, before its own. */
export function settledDevice(reading: HeliosReading, survey: HeliosSurvey, device: HeliosDevice): SettledDevice {
  const { detector, fwf, scanner } = survey;
  const isReached = isReachedBySurvey(reading, survey, device);
  const { accuracy, rangeMin, rangeMax, errorExpression } = isReached ? detector : {};
  const own = isReached ? fwf : device.fwf;
  const pulse = scanner.isMultiple && reading.physics === 'helios' ? PULSE_OF_CHANNELS : device.pulseLength;
  return {
    accuracy: accuracy ?? device.accuracy,
    rangeMin: rangeMin ?? device.rangeMin,
    rangeMax: rangeMax ?? device.rangeMax,
    ...(errorExpression !== undefined && { errorExpression }),
    fwf: { ...own, winSize: own.winSize ?? pulse / 4 },
  };
}

/** The divergence of a device in a leg, rad: the leg's, where it has another than the first device, or its own. */
export function settledDivergence(
  reading: HeliosReading,
  survey: HeliosSurvey,
  device: HeliosDevice,
  { scanner: { beamDivergence } }: HeliosLeg,
): number {
  const isOfLeg = beamDivergence !== survey.scanner.devices[0].divergence;
  return isOfLeg && isReachedBySurvey(reading, survey, device) ? beamDivergence : device.divergence;
}

/** Whether settings of the survey and of legs hold for a device: in HELIOS++ only for the first. */
export const isReachedBySurvey = (
  { physics }: HeliosReading,
  { scanner }: HeliosSurvey,
  device: HeliosDevice,
): boolean => physics === 'si' || device === scanner.devices[0];
