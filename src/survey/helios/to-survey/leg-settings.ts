import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosDevice, HeliosOptics, HeliosScanner } from '../scanner-xml.js';
import type { HeliosLeg } from '../survey-xml.js';
import { windowOf } from './facet.js';
import { headRateOf } from './leg-steps.js';
import { swingProductOf, takesResolution } from './optics-keys.js';
import { written } from './written.js';

/** Divergence of a leg that means the scanner's own. */
const OF_SCANNER = 0.003;

/**
 * The legs with the settings that HELIOS++ works out before it scans: resolutions as frequencies, limits of the
 * scanner. Notes those that it refuses.
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
  const fitted = { ...leg, scanner: settings };
  if (settings.active) {
    noteRates(reading, optics, pulseRates, fitted);
    warnOfLimits(reading, device, fitted);
  }
  const product = swingProductOf(optics);
  if (scanFreq * settings.scanAngle <= product) return fitted;
  const swingFreq = written(product / settings.scanAngle);
  if (settings.active)
    reading.log.warn(
      `${showPlace(leg.place)}: the mirror swings at ${swingFreq} Hz, not at ${scanFreq}: its angle times its frequency are at most ${product} (scanProduct)`,
    );
  return { ...leg, scanner: { ...settings, scanFreq: swingFreq } };
}

/** Notes rates of mirror and pulses that HELIOS++ refuses, and says where a pulse rate is none of the scanner's. */
function noteRates(
  reading: HeliosReading,
  { scanFreqMin: least, scanFreqMax: most }: HeliosOptics,
  pulseRates: readonly number[],
  { scanner: { scanFreq, pulseFreq }, place }: HeliosLeg,
): void {
  if ((scanFreq < least || (most > 0 && scanFreq > most)) && least <= most)
    noteAt(
      reading,
      place,
      `scanFreq_hz: found ${scanFreq}, expected ${least} to ${most} Hz, the limits of the scanner`,
    );
  if (!(pulseFreq > 0)) noteAt(reading, place, `pulseFreq_hz: found ${pulseFreq}, expected a number > 0 (Hz)`);
  else if (!pulseRates.includes(pulseFreq))
    reading.log.info(
      `${showPlace(place)}: ${pulseFreq} Hz is none of the scanner's pulse rates (${pulseRates.join(', ')} Hz)`,
    );
}

/** Warns of a head that the scanner slows down, and of a window that HELIOS++ refuses. */
function warnOfLimits({ log }: HeliosReading, device: HeliosDevice, { scanner, place }: HeliosLeg): void {
  const headRate = headRateOf(scanner, device);
  if (headRate !== scanner.headRotatePerSec)
    log.warn(
      `${showPlace(place)}: the head turns at ${headRate} deg/s, not at ${scanner.headRotatePerSec}, as the scanner allows no more (headRotatePerSecMax_deg)`,
    );
  if (!takesResolution(device.optics)) return;
  const [low, high] = windowOf(device.optics, scanner);
  const most = 2 * device.optics.scanAngleEffectiveMax;
  if (most > 0 && high - low > most + 1e-9)
    log.warn(
      `${showPlace(place)}: the window from ${low} to ${high} deg is wider than the ${most} deg of the mirror (twice scanAngleEffectiveMax_deg); HELIOS++ ends here`,
    );
}
