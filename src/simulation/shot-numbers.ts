import { invariant } from '../base/errors.js';
import { pulsesIn, scannerIn } from '../scanner/leg-scanner.js';
import type { InstrumentScan } from './instrument-scan.js';

/** The shots of a leg among those of its scanner. */
export interface LegShots {
  /** Lasers of the scanner; a shot has a pulse of each. */
  channelCount: number;
  /** Shots of the scanner in the legs before. */
  shotsBefore: number;
}

/** Counts the shots of the scans of a survey, which go on through all legs. */
export function createShotCounter(scans: readonly InstrumentScan[]): (scan: InstrumentScan, leg: number) => LegShots {
  const counts = new Map(scans.map((scan) => [scan, legShots(scan)]));
  return (scan, leg) => {
    const counted = counts.get(scan);
    invariant(counted, 'shots are counted of the scans of a survey');
    return counted[leg];
  };
}

function legShots(scan: InstrumentScan): LegShots[] {
  let shots = 0;
  return scan.legs.map((_, leg) => {
    const channelCount = scannerIn(scan, leg).channels.length;
    const shotsBefore = shots;
    shots += pulsesIn(scan, scan.legs, leg) / channelCount;
    return { channelCount, shotsBefore };
  });
}
