import { readScanner } from '../../../src/scanner/read-scanner.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { scannerOf } from '../describe-scanner.js';

const CONIC = { kind: 'conic', pulseRate: 1000, rotationRate: 10, halfAngle: 20 };

/** Instrument at 1064 nm with pulses of 5 ns and 1 µJ, and keys of `receiver` and `pulse`. */
export const readReceiver = (
  receiver: Record<string, unknown>,
  pulse: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Scanner => readScanner(scannerOf(CONIC, { wavelength: 1064, receiver, pulse, ...rest }));
