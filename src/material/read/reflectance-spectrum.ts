import { UserError } from '../../base/errors.js';
import { type Fault, throwFaults } from '../../base/yaml/faults.js';
import type { SampledSpectrum } from '../spectrum/spectrum.js';
import { bandSamples, joinSamples, type SpectrumSample, scaledNumber } from './samples.js';

/** A reflectance spectrum from a laboratory's file. */
export interface ReflectanceSpectrum {
  /** Name of the sample; empty if the file does not state it. */
  readonly name: string;
  /** Information in the file. */
  readonly facts: SpectrumFacts;
  /** The library, as far as the layout shows it. */
  readonly library: 'ecostress' | 'splib07' | undefined;
  /** A fraction, 0…1; from around 300 to 2600 nm, as far as the file covers it. */
  readonly spectrum: SampledSpectrum;
  /** Decisions made while reading, one sentence each. */
  readonly notes: readonly string[];
}

/** Each is one line of text. */
export interface SpectrumFacts {
  readonly type?: string;
  readonly class?: string;
  readonly subclass?: string;
  readonly sample?: string;
  readonly owner?: string;
  readonly origin?: string;
  readonly description?: string;
  readonly measurement?: string;
}

type WavelengthUnit = 'nm' | 'um';
type ReflectanceUnit = 'percent' | 'fraction';

/** Units stated in a file's header; undefined: derived from the size of the numbers. */
export interface StatedUnits {
  readonly wavelength?: WavelengthUnit;
  readonly reflectance?: ReflectanceUnit;
}

/** A line of numbers, in the file's own units. */
export interface SpectrumRow {
  readonly wavelength: number;
  readonly reflectance: number;
  readonly line: number;
}

/** Libraries mark missing channels with −1.23e34; rounding may change it slightly. */
export const DELETED_BELOW = -1e30;

/** A spectrum that begins below this number is in micrometres: in nanometres it would be in the vacuum ultraviolet. */
const MICROMETRES_BELOW = 100;
/** Fractions stay below this number, percentages of anything but soot reach it. */
const FRACTION_MAX = 2;
/** Noise about 0 of dark samples; values further below 0 are an error. */
const NOISE = 0.01;
/** Snow and retro-reflecting samples can look brighter than the white panel; larger values are an error. */
const BRIGHTEST = 1.2;

/**
 * The spectrum of `rows` as fractions over nanometres, with the decisions made. Deleted channels are left out, equal
 * wavelengths averaged, noise below 0 and reflectance factors above 1 clamped. Throws UserError with the lines at
 * fault.
 */
export function reflectanceOf(
  rows: readonly SpectrumRow[],
  stated: StatedUnits,
  file: string,
): Pick<ReflectanceSpectrum, 'spectrum' | 'notes'> {
  const kept = rows.filter(({ reflectance }) => reflectance > DELETED_BELOW);
  if (kept.length === 0) throw new UserError('found no reflectance in it', { place: { file } });
  const wavelength = stated.wavelength ?? guessWavelengthUnit(kept);
  const reflectance = stated.reflectance ?? guessReflectanceUnit(kept);
  throwFaults(wavelengthFaults(kept, file));
  const samples = kept.map((row) => ({
    wavelengthNm: scaledNumber(row.wavelength, wavelength === 'um' ? 1000 : 1),
    value: scaledNumber(row.reflectance, reflectance === 'percent' ? 0.01 : 1),
    line: row.line,
  }));
  const band = bandSamples(samples, 'reflectance', file);
  throwFaults(valueFaults(band, reflectance, file));
  const { spectrum, repeatedCount } = joinSamples(band.map(clipped));
  const counts = {
    deleted: rows.length - kept.length,
    repeated: repeatedCount,
    dark: band.filter(({ value }) => value < 0).length,
    bright: band.filter(({ value }) => value > 1).length,
  };
  return { spectrum, notes: notesOf({ wavelength, reflectance }, stated, counts) };
}

function guessWavelengthUnit(rows: readonly SpectrumRow[]): WavelengthUnit {
  const smallest = rows.reduce((least, row) => Math.min(least, row.wavelength), Number.POSITIVE_INFINITY);
  return smallest < MICROMETRES_BELOW ? 'um' : 'nm';
}

function guessReflectanceUnit(rows: readonly SpectrumRow[]): ReflectanceUnit {
  return rows.some(({ reflectance }) => reflectance > FRACTION_MAX) ? 'percent' : 'fraction';
}

function wavelengthFaults(rows: readonly SpectrumRow[], file: string): Fault[] {
  return rows
    .filter(({ wavelength }) => !(wavelength > 0))
    .map(({ wavelength, line }) => ({
      place: { file, line },
      message: `found the wavelength ${wavelength}, expected one above 0`,
    }));
}

function valueFaults(samples: readonly SpectrumSample[], unit: ReflectanceUnit, file: string): Fault[] {
  const [factor, sign] = unit === 'percent' ? [100, ' %'] : [1, ''];
  return samples
    .filter(({ value }) => value < -NOISE || value > BRIGHTEST)
    .map(({ value, wavelengthNm, line }) => ({
      place: { file, line },
      message: `found the reflectance ${scaledNumber(value, factor)}${sign} at ${wavelengthNm} nm, expected ${-NOISE * factor} to ${BRIGHTEST * factor}${sign}`,
    }));
}

const clipped = (sample: SpectrumSample): SpectrumSample => ({
  ...sample,
  value: Math.min(Math.max(sample.value, 0), 1),
});

interface SampleCounts {
  readonly deleted: number;
  readonly repeated: number;
  readonly dark: number;
  readonly bright: number;
}

const UNIT_NAMES = { nm: 'nanometres', um: 'micrometres', percent: 'percent', fraction: 'fractions of 1' } as const;

function notesOf(units: Required<StatedUnits>, stated: StatedUnits, counts: SampleCounts): string[] {
  const times = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return [
    stated.wavelength ? '' : `wavelengths are taken as ${UNIT_NAMES[units.wavelength]}, by their size`,
    stated.reflectance ? '' : `reflectance is taken as ${UNIT_NAMES[units.reflectance]}, by its size`,
    counts.deleted > 0 ? `${times(counts.deleted, 'deleted channel')} left out` : '',
    counts.repeated > 0 ? `${times(counts.repeated, 'repeated wavelength')} averaged` : '',
    counts.dark > 0 ? `${times(counts.dark, 'sample')} below 0 set to 0` : '',
    counts.bright > 0 ? `${times(counts.bright, 'sample')} above 1 set to 1` : '',
  ].filter((note) => note !== '');
}
