import { pulsesIn, scannerIn } from '../scanner/leg-scanner.js';
import type { InstrumentScan } from './instrument-scan.js';

/** Of each leg of a scan, the number of shots in the legs before it; a shot has a pulse of each laser. */
export function shotsBefore(scan: InstrumentScan): number[] {
  let shots = 0;
  return scan.legs.map((_, leg) => {
    const before = shots;
    shots += pulsesIn(scan, scan.legs, leg) / scannerIn(scan, leg).channels.length;
    return before;
  });
}
