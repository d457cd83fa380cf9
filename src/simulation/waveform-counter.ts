import type { WaveformOutput } from '../products/waveforms.js';
import { scannerIn } from '../scanner/leg-scanner.js';
import { recorderOf } from '../scanner/waveform-recorder.js';
import type { InstrumentScan } from './instrument-scan.js';
import type { TracedPiece } from './trace-pieces.js';

/** Counts the waveforms of each file of them, while pieces come in their order. */
export class WaveformCounter {
  private readonly output: WaveformOutput | undefined;
  private readonly scans: readonly InstrumentScan[];
  /** Waveforms by file. */
  private readonly counts = new Map<number, number>();

  /** Without files of waveforms all counts are 0. */
  constructor(output: WaveformOutput | undefined, scans: readonly InstrumentScan[]) {
    this.output = output;
    this.scans = scans;
  }

  /** Waveforms in the file of a piece before those of the piece, which are counted now. */
  before({ scan: number, leg, outputs }: Pick<TracedPiece, 'scan' | 'leg' | 'outputs'>): number {
    const scan = this.scans[number];
    if (!this.output || !scan.waveforms || !recorderOf(scannerIn(scan, leg), scan.physics)) return 0;
    const file = this.output.files?.findIndex(({ legs }) => legs.includes(leg)) ?? 0;
    const before = this.counts.get(file) ?? 0;
    this.counts.set(file, before + outputs.parts.count);
    return before;
  }
}
