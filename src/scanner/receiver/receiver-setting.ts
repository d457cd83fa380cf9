import type { Detection, Scanner } from '../scanner.js';
import type { OnScannerFault } from '../scanner-fault.js';
import type { SamplingReceiver } from './receiver.js';
import type { ReceiverDefinition } from './receiver-schema.js';

/** Inputs from which the parts of a sampling receiver are resolved. */
export interface ReceiverSetting {
  /** The receiver as written. */
  receiver: ReceiverDefinition;
  optics: Pick<Scanner, 'wavelengthNm' | 'pulse' | 'receiver'>;
  detection: Detection;
  response: SamplingReceiver['response'];
  /** Seconds between two samples. */
  interval: number;
  /** Whether the detector counts photons, and has no noise of currents. */
  counts: boolean;
  /** Calls back with a fault at a key of `receiver`, and perhaps the key that it follows from. */
  note: (path: readonly string[], found: unknown, expected: string, follows?: string) => void;
}

/** A function that notes faults at keys of `receiver`. */
export const noteReceiver =
  (onFault: OnScannerFault): ReceiverSetting['note'] =>
  (path, found, expected, follows) =>
    onFault({ path: ['receiver', ...path], found, expected, ...(follows && { follows: ['receiver', follows] }) });
