import type { AmplitudeLimit } from '../../cloud/tone-mapping/amplitude-limits.js';
import { firingLegs, scannerIn } from '../../scanner/leg-scanner.js';
import { hasAmplitudes } from '../../survey/bare-survey.js';
import type { Survey } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';

/**
 * The detection limits of all legs of a survey, from which the energies of its points follow with their intensity;
 * undefined if they do not.
 */
export function amplitudeLimits(
  survey: Pick<Survey, 'intensity' | 'instruments' | 'physics'>,
  scans: readonly InstrumentScan[],
): AmplitudeLimit[] | undefined {
  if (survey.intensity.kind !== 'amplitude' || hasAmplitudes(survey)) return undefined;
  return scans.flatMap((scan) =>
    firingLegs(scan, scan.legs).map((leg) => ({
      scanner: scan.instrument ?? 0,
      pointSourceId: scan.legs[leg].pointSourceId,
      minEnergy: scannerIn(scan, leg).detection.minEnergy,
    })),
  );
}
