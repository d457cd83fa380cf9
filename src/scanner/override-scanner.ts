import type { OnScannerFault } from './resolve-scanner.js';
import { DEFLECTOR_OVERRIDES, type ScannerDefinition, type ScannerOverride } from './scanner-schema.js';

/**
 * The definition with what `override` replaces; `pulse` and `receiver` key by key. Calls `onFault` for keys that the
 * scanner's kind of deflector does not have.
 */
export function overrideScanner(
  definition: ScannerDefinition,
  override: ScannerOverride,
  onFault: OnScannerFault = () => {},
): ScannerDefinition {
  const { kind } = definition.deflector;
  reportForeignKeys(definition, override, onFault);
  const own = DEFLECTOR_OVERRIDES[kind].filter((key) => override[key] !== undefined);
  return {
    ...definition,
    wavelength: override.wavelength ?? definition.wavelength,
    divergence: override.divergence ?? definition.divergence,
    exitDiameter: override.exitDiameter ?? definition.exitDiameter,
    pulse: { ...definition.pulse, ...override.pulse },
    receiver: { ...definition.receiver, ...override.receiver },
    deflector: { ...definition.deflector, ...Object.fromEntries(own.map((key) => [key, override[key]])) },
  };
}

function reportForeignKeys(definition: ScannerDefinition, override: ScannerOverride, onFault: OnScannerFault): void {
  const { kind } = definition.deflector;
  const foreign = kind === 'spinning' ? DEFLECTOR_OVERRIDES.polygon : DEFLECTOR_OVERRIDES.spinning;
  for (const key of foreign) {
    if (override[key] === undefined) continue;
    const expected = `no such key: ${definition.id} is a ${kind} scanner (${DEFLECTOR_OVERRIDES[kind].join(', ')})`;
    onFault({ path: ['deflector', key], found: override[key], expected });
  }
}
