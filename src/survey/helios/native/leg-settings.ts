import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosScanner } from '../scanner-xml.js';
import type { HeliosLeg } from '../survey-xml.js';
import { headRateOf } from './leg-steps.js';
import { swingProductOf, takesResolution } from './native-optics.js';
import { written } from './written.js';

/** Whether this divergence stands for the scanner's. */
const OF_SCANNER = 0.003;

/**
 * The legs with the settings that HELIOS++ works out before it scans: resolutions as frequencies, limits of the scanner.
 * Notes those that it refuses.
 */
export function fitLegs(reading: HeliosReading, scanner: HeliosScanner, legs: readonly HeliosLeg[]): HeliosLeg[] {
  return legs.map((leg) => fitLeg(reading, scanner, leg));
}

function fitLeg(reading: HeliosReading, { devices: [device], pulseRates }: HeliosScanner, leg: HeliosLeg): HeliosLeg {
  const given = leg.scanner;
  const { optics } = device;
  const { verticalResolution: vertical, horizontalResolution: horizontal } = given;
  const byResolution = takesResolution(optics) && (vertical !== 0 || horizontal !== 0);
  const scanFreq = byResolution ? (given.pulseFreq * vertical) / (2 * optics.scanAngleMax) : given.scanFreq;
  const settings = {
    ...given,
    scanFreq,
    headRotatePerSec: byResolution ? horizontal * scanFreq : given.headRotatePerSec,
    beamDivergence: given.beamDivergence === OF_SCANNER ? device.divergence : given.beamDivergence,
  };
  if (settings.active) {
    const { scanFreqMin: least, scanFreqMax: most } = optics;
    const refused = `expected ${least} to ${most} Hz, the limits of the scanner`;
    if ((scanFreq < least || (most > 0 && scanFreq > most)) && least <= most)
      noteAt(reading, leg.place, `scanFreq_hz: found ${scanFreq}, ${refused}`);
    if (!(settings.pulseFreq > 0))
      noteAt(reading, leg.place, `pulseFreq_hz: found ${settings.pulseFreq}, expected a number > 0 (Hz)`);
    else if (!pulseRates.includes(settings.pulseFreq))
      reading.log.info(
        `${leg.place.file}:${leg.place.line}: ${settings.pulseFreq} Hz is none of the scanner's pulse rates (${pulseRates.join(', ')} Hz)`,
      );
  }
  const headRate = headRateOf(settings, device);
  if (settings.active && headRate !== settings.headRotatePerSec)
    reading.log.warn(
      `${showPlace(leg.place)}: the head turns at ${headRate} deg/s, not at ${settings.headRotatePerSec}, as the scanner allows no more (headRotatePerSecMax_deg)`,
    );
  const swingFreq = written(Math.min(scanFreq, swingProductOf(optics) / settings.scanAngle));
  if (swingFreq < scanFreq && settings.active)
    reading.log.warn(
      `${leg.place.file}:${leg.place.line}: the mirror swings at ${swingFreq} Hz, not at ${scanFreq}: its angle times its frequency are at most ${swingProductOf(optics)} (scanProduct)`,
    );
  return { ...leg, scanner: swingFreq < scanFreq ? { ...settings, scanFreq: swingFreq } : settings };
}
