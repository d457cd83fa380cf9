import {
  type DeflectorDefinition,
  deflectorDescription,
  deflectorOverrides,
  type OverrideKey,
} from './deflectors/index.js';
import { overrideReceiver } from './receiver/override-receiver.js';
import { overridePulse } from './receiver/resolve-pulse.js';
import type { OnScannerFault } from './scanner-fault.js';
import type { ScannerDefinition, ScannerOverride } from './scanner-schema.js';

const ALL_KEYS = Object.keys(deflectorOverrides) as OverrideKey[];

/**
 * The definition with the replacements of `override`; `pulse`, `receiver` and its maps are replaced key by key. Calls
 * `onFault` for keys that the scanner's kind of deflector does not have.
 */
export function overrideScanner(
  definition: ScannerDefinition,
  override: ScannerOverride,
  onFault: OnScannerFault = () => {},
): ScannerDefinition {
  reportForeignKeys(definition, override, onFault);
  return {
    ...definition,
    wavelength: override.wavelength ?? definition.wavelength,
    divergence: override.divergence ?? definition.divergence,
    exitDiameter: override.exitDiameter ?? definition.exitDiameter,
    pulse: overridePulse(definition.pulse, override.pulse),
    receiver: overrideReceiver(definition.receiver, override.receiver),
    emitter: override.emitter ?? definition.emitter,
    head: override.head ?? definition.head,
    deflector: overrideDeflector(definition.deflector, override),
  };
}

/** The keys of a kind that a survey may replace. */
interface Overridable {
  overrides: readonly string[];
  alternatives: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** Of alternative keys for one value, that of the override stays. */
function overrideDeflector(deflector: DeflectorDefinition, override: ScannerOverride): DeflectorDefinition {
  const { overrides, alternatives }: Overridable = deflectorDescription(deflector);
  const own = overrides.filter((key) => override[key as OverrideKey] !== undefined);
  const replaced = own.flatMap((key) => alternatives[key] ?? []);
  const kept = Object.entries(deflector).filter(([key]) => !replaced.includes(key));
  // The kind stays, and with it the keys that belong together.
  return Object.fromEntries([...kept, ...own.map((key) => [key, override[key as OverrideKey]])]) as DeflectorDefinition;
}

function reportForeignKeys(definition: ScannerDefinition, override: ScannerOverride, onFault: OnScannerFault): void {
  const { name, overrides } = deflectorDescription(definition.deflector);
  const known: Overridable['overrides'] = overrides;
  for (const key of ALL_KEYS) {
    if (override[key] === undefined || known.includes(key)) continue;
    const expected = `no such key: ${definition.id} is a ${name} scanner (${known.join(', ')})`;
    onFault({ path: ['deflector', key], found: override[key], expected });
  }
}
