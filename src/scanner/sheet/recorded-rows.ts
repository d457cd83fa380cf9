import type { CataloguedScanner } from '../catalogued-scanner.js';
import { digits } from '../deflectors/words.js';
import type { Program } from '../program.js';
import { recordedReturns } from '../recorded-returns.js';
import { UNKNOWN_FACTS, type UnknownFact } from '../unknown-facts.js';

type Recorded = Pick<CataloguedScanner, 'programs' | 'unknown'>;

/** Rows of the return modes that an instrument has, and of what its sources do not tell. */
export function recordedRows({ returnModes, unknown = [], detection }: CataloguedScanner): string[][] {
  const mark = unknown.includes('returns') ? 'assumed' : 'default';
  const modes = returnModes?.map((mode) => (mode === (detection.returns ?? 'all') ? `${mode} (${mark})` : mode));
  return [
    ...(modes === undefined ? [] : [['return modes', modes.join(', ')]]),
    ...(unknown.length === 0 ? [] : [['not told', unknown.map((fact) => UNKNOWN_FACTS[fact]).join(', ')]]),
  ];
}

/** A row of the rates that an instrument can be set to, as far as its file tells. */
export function settableRows({ limits = {} }: Pick<CataloguedScanner, 'limits'>): string[][] {
  const { pulseRate, lineRate, scanRate, scanProduct } = limits;
  const words = [
    ...(pulseRate ? [`${rangeOf(pulseRate, 1000)} kHz`] : []),
    ...(lineRate ? [`${rangeOf(lineRate)} lines/s`] : []),
    ...(scanRate ? [`${rangeOf(scanRate)} scans/s`] : []),
    ...(scanProduct ? [`half angle times scans at most ${digits(scanProduct)} deg Hz`] : []),
  ];
  return words.length === 0 ? [] : [['can be set to', words.join(', ')]];
}

const rangeOf = ({ min, max }: { min?: number; max: number }, unit = 1): string =>
  min === undefined ? `at most ${digits(max / unit)}` : `${digits(min / unit)} to ${digits(max / unit)}`;

/** What an instrument records at each pulse rate that it offers, below a head; empty: any rate is possible. */
export function programTable({ programs = [], unknown = [] }: Recorded): string[][] {
  if (programs.length === 0) return [];
  return [
    ['pulse rate', 'returns', 'range', 'just detected'],
    ...programs.map((program) => programCells(program, unknown)),
  ];
}

function programCells(program: Program, unknown: readonly UnknownFact[]): string[] {
  const { pulseRate, returns, rangeMax, sensitivity } = program;
  const marked = (text: string, fact: UnknownFact) => (unknown.includes(fact) ? `${text} (assumed)` : text);
  const number = marked(`${recordedReturns(program)}`, 'maxReturns');
  return [
    `${digits(pulseRate / 1000)} kHz`,
    returns === 'all' ? number : `${number} (${returns})`,
    rangeMax === undefined ? '' : marked(`${digits(rangeMax)} m`, 'rangeByRate'),
    sensitivity === undefined
      ? ''
      : marked(`${digits(sensitivity.reflectance * 100)} % at ${digits(sensitivity.range)} m`, 'rangeByRate'),
  ];
}
