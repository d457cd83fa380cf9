import { pulsesIn } from '../scanner/leg-scanner.js';
import type { InstrumentScan } from './instrument-scan.js';

/** Pulses of a leg that met something within the limits of range, but for those whose echoes noise moves outside. */
export interface LegLosses {
  /** With a return, and without: what they met is too weak, or sends nothing back. */
  returned: number;
  lost: number;
}

/** The pulses of a scanner in a leg, for reports. */
export interface LegReport {
  leg: string;
  /** Index of the scanner. */
  scanner: number;
  pulses: number;
  /** Pulses that have a return, or met something within the limits of range that is too weak to be one; the latter. */
  hit: number;
  lost: number;
}

const NONE: LegLosses = Object.freeze({ returned: 0, lost: 0 });

/** Counts the pulses of legs that met something, while a scan goes on. */
export class LossTally {
  private readonly legs = new Map<InstrumentScan, LegLosses[]>();

  /** Adds those of a piece of a leg. */
  add(scan: InstrumentScan, leg: number, { returned, lost }: LegLosses): void {
    const counts = this.legs.get(scan) ?? scan.legs.map(() => ({ ...NONE }));
    this.legs.set(scan, counts);
    counts[leg].returned += returned;
    counts[leg].lost += lost;
  }

  /** Lost pulses of all legs. */
  get lost(): number {
    return [...this.legs.values()].flat().reduce((sum, { lost }) => sum + lost, 0);
  }

  /** Pulses of all legs with a return, kept or not. */
  get returned(): number {
    return [...this.legs.values()].flat().reduce((sum, { returned }) => sum + returned, 0);
  }

  /** Those of a leg so far. */
  of(scan: InstrumentScan, leg: number): LegLosses {
    return this.legs.get(scan)?.[leg] ?? NONE;
  }

  /** The legs in which scanners fire, scanner by scanner. */
  report(scans: readonly InstrumentScan[]): LegReport[] {
    return scans.flatMap((scan, scanner) =>
      scan.legs.flatMap(({ name }, leg) => {
        const pulses = pulsesIn(scan, scan.legs, leg);
        const { returned, lost } = this.of(scan, leg);
        return pulses === 0 ? [] : [{ leg: name, scanner, pulses, hit: returned + lost, lost }];
      }),
    );
  }
}
