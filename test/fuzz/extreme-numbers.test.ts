/*
 * Numbers at the ends of what the schema of surveys allows: a plan, or a refusal with a place, in bounded time. Each
 * number of the surveys below is replaced in turn; the ends of its range are those that a refusal of the survey states.
 */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { DEFLECTOR_KINDS } from '../../src/scanner/deflectors/index.js';
import { inLong, sampleOf } from '../support/long-run.js';
import { textSeed } from './in-memory.js';
import { SURVEYS } from './kinds/survey-seeds.js';
import { run, survey } from './kinds/surveys.js';
import { FULL_WAVEFORM } from './kinds/waveform-survey.js';

type Path = readonly (string | number)[];

/** Of a document; a long run traces a thousand small surveys for some. */
const MINUTES = inLong(15, 2);
/** Seconds of a core for a survey. */
const SECONDS_MAX = 5;

/** Long runs trace small surveys, too. */
const KIND = inLong(run, survey);

/** A survey for each example of a deflector. */
const DEFLECTED = Object.values(DEFLECTOR_KINDS).flatMap(({ examples }) =>
  examples.map((deflector) => ({
    scene: { parts: [{ file: 'model.obj' }] },
    scanner: {
      ...{ name: 'probe', wavelength: 905, divergence: { mrad: 1 }, deflector },
      detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 3, rangeNoise: 0.01 },
    },
    legs: [{ position: [0, 0, 1], duration: 0.001 }],
    output: ['cloud.las'],
  })),
);

const DOCUMENTS: readonly unknown[] = [
  ...[...SURVEYS, FULL_WAVEFORM].map((text) => parseYaml(text, 'survey.yaml').value),
  ...DEFLECTED,
];

/** The numbers of a document, by their paths. */
function* numbersOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'number') yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* numbersOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A copy with another value at `path`. */
function replaced(value: unknown, [key, ...rest]: Path, put: number): unknown {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [key]: replaced((value as Record<string, unknown>)[key], rest, put) });
  return copy;
}

/** How a survey is answered: the message of a refusal, or undefined; throws what is a fault of the program. */
async function refusal(document: unknown): Promise<string | undefined> {
  try {
    const { bytes } = textSeed('survey.yaml', JSON.stringify(document));
    const fault = await KIND.use(bytes, 'survey.yaml');
    if (fault !== undefined) throw new Error(fault);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.place, error.message).toBeDefined();
    return error.message;
  }
}

const NUMBER = String.raw`-?[\d.]+(?:e[-+]?\d+)?`;
const LIMITS = [/(>=?) (NUMBER)/, /(<=?) (NUMBER)/].map((text) => new RegExp(text.source.replace('NUMBER', NUMBER)));

/** Extreme numbers, and those at the ends of the range that the refusal of one of them states. */
async function extremes(document: unknown, path: Path): Promise<number[]> {
  const messages = await Promise.all([-1e300, 1e300].map((put) => refusal(replaced(document, path, put))));
  const ends = messages.flatMap((message) =>
    LIMITS.flatMap((limit) => {
      const [, sign, text] = limit.exec(message ?? '') ?? [];
      return sign === undefined ? [] : sign.endsWith('=') ? [Number(text)] : [justBeside(Number(text), sign)];
    }),
  );
  return [...new Set([...ends, 0, 1e-12, 1e-300, 1e9])];
}

const justBeside = (end: number, sign: string): number =>
  end === 0 ? (sign === '>' ? 1e-6 : -1e-6) : end + (sign === '>' ? 1 : -1) * Math.abs(end) * 1e-12;

/** What went wrong with one number in the place of another. */
async function faultOf(document: unknown, path: Path, put: number): Promise<string | undefined> {
  const before = process.cpuUsage();
  const what = `${path.join('.')}: ${put}`;
  try {
    await refusal(replaced(document, path, put));
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.stack : String(error)}`;
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  return seconds > SECONDS_MAX ? `${what}: ${seconds} s` : undefined;
}

describe('numbers at the ends of their ranges', () => {
  it.each(DOCUMENTS.map((document, k) => [k, document] as const))(
    'survey %i',
    async (_, document) => {
      const faults: string[] = [];
      for (const path of sampleOf([...numbersOf(document)], 5))
        for (const put of await extremes(document, path)) {
          const fault = await faultOf(document, path, put);
          if (fault !== undefined) faults.push(fault);
        }
      expect(faults).toEqual([]);
    },
    MINUTES * 60_000,
  );
});
