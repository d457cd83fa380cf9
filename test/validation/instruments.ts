import { readScanner } from '../../src/scanner/read-scanner.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { ReceiverDefinition } from '../../src/scanner/receiver/receiver-schema.js';
import type { Scanner } from '../../src/scanner/scanner.js';

/** Keys of an instrument's description that are not those of most rows. */
interface Others {
  wavelength?: number;
  pulse?: Record<string, unknown>;
  detection?: Record<string, unknown>;
  deflector?: Record<string, unknown>;
}

/** An instrument with the optics of G1, as the YAML of a survey describes it: 1064 nm, 1 µJ, 5 ns, 50 mm, η 0.8. */
export const instrumentWith = (receiver: ReceiverDefinition, others: Others = {}): Scanner =>
  readScanner({
    name: 'instrument',
    wavelength: others.wavelength ?? 1064,
    pulse: { energy: 1e-6, duration: 5, ...others.pulse },
    receiver: { diameter: 0.05, efficiency: 0.8, ...receiver },
    detection: { rangeMin: 0, rangeMax: 1000, maxReturns: 15, rangeNoise: 0, ...others.detection },
    deflector: others.deflector ?? { kind: 'conic', pulseRate: 100_000, rotationRate: 10, halfAngle: 20 },
  });

/** Its receiver, which samples. */
export function receiverOf({ sampling }: Scanner): SamplingReceiver {
  if (sampling === undefined) throw new Error('the description asks for no samples');
  return sampling;
}
