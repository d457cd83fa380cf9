import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosDevice, HeliosScanner } from '../scanner-xml.js';
import type { HeliosLeg } from '../survey-xml.js';
import { windowOf } from './facet.js';
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
  if (settings.active) warnOfLimits(reading, device, { ...leg, scanner: settings });
  const product = swingProductOf(optics);
  if (scanFreq * settings.scanAngle <= product) return { ...leg, scanner: settings };
  const swingFreq = written(product / settings.scanAngle);
  if (settings.active)
    reading.log.warn(
      `${leg.place.file}:${leg.place.line}: the mirror swings at ${swingFreq} Hz, not at ${scanFreq}: its angle times its frequency are at most ${product} (scanProduct)`,
    );
  return { ...leg, scanner: { ...settings, scanFreq: swingFreq } };
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
