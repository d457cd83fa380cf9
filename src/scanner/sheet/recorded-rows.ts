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
