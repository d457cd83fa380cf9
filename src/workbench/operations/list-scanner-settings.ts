import { z } from 'zod';
import { findScanner } from '../../scanner/catalogue.js';
import { deflectorDescription, deflectorOverrides, type OverrideKey } from '../../scanner/deflectors/index.js';
import type { Operation } from '../operation.js';

/** A number of a scanner that surveys may set, in the unit of the survey. */
export interface ScannerSetting {
  /** Its key below `scanner`. */
  name: string;
  description: string;
  /** Absent: a plain number. */
  unit?: string;
  isWhole: boolean;
  /** Limits; `above` and `below`: which it must not reach. Absent: there is none. */
  min?: number;
  max?: number;
  above?: number;
  below?: number;
  /** The catalogue's value; absent: it follows from others. */
  usual?: number;
}

export interface ScannerSettings {
  id: string;
  name: string;
  settings: ScannerSetting[];
  /** Pulse rates that the maker offers, Hz; empty: any. */
  programs: number[];
}

/** The numbers of a catalogue's scanner that surveys may set. Throws UserError with the nearest ids if unknown. */
export const listScannerSettings: Operation<{ id: string }, ScannerSettings> = async (_bench, { id }) => {
  const definition = findScanner(id);
  const { deflector } = definition;
  const { overrides }: { overrides: readonly string[] } = deflectorDescription(deflector);
  const written = deflector as Readonly<Record<string, unknown>>;
  const settings = overrides.map((key) => settingOf(key as OverrideKey, written[key]));
  const programs = 'programs' in deflector ? (deflector.programs ?? []).map(({ pulseRate }) => pulseRate) : [];
  return { id, name: definition.name, settings, programs };
};

function settingOf(name: OverrideKey, usual: unknown): ScannerSetting {
  const field = deflectorOverrides[name];
  const described = z.globalRegistry.get(field.unwrap())?.description ?? name;
  const [, description, unit] = /^(.*?)(?: \[(.+)\])?$/.exec(described) as unknown as [string, string, string?];
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = z.toJSONSchema(field.unwrap());
  return {
    name,
    description,
    isWhole: type === 'integer',
    ...(unit !== undefined && { unit }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(typeof exclusiveMinimum === 'number' && { above: exclusiveMinimum }),
    ...(typeof exclusiveMaximum === 'number' && { below: exclusiveMaximum }),
    ...(typeof usual === 'number' && { usual }),
  };
}
