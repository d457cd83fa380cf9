import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { convertHeliosSurvey } from '../../src/survey/helios/read-helios-survey.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import type { SurveyFormatOptions } from '../../src/survey/survey-format.js';

/** The folder of HELIOS++'s surveys and of the files that they name. */
export const HELIOS = fileURLToPath(new URL('../../../shared/helios/', import.meta.url));

/** The folders in which these surveys search their files. */
export const HELIOS_ASSETS = [HELIOS, join(HELIOS, 'assets')];

const REFERENCE = new URL('../../../shared/helios/reference/', import.meta.url);

/** Whether the clouds that HELIOS++ made are here. */
export const HAS_HELIOS_REFERENCE = existsSync(REFERENCE);

/** A survey of HELIOS++ in our keys, by its path below `HELIOS`. */
export async function convertFromHelios(path: string, options: SurveyFormatOptions = {}) {
  const found = await convertHeliosSurvey(nodeFiles, join(HELIOS, path), { assets: HELIOS_ASSETS, ...options });
  return { ...found, value: found.value as unknown as SurveyInput };
}

/** The sampled points of a leg of a reference survey as lines of HELIOS++'s own point table. */
export function heliosReferenceLines(survey: string, leg: string): string[] {
  const text = gunzipSync(readFileSync(new URL(`${survey}.points.txt.gz`, REFERENCE))).toString('latin1');
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${leg} `))
    .map((line) => line.slice(leg.length + 1));
}

/** Figures of a reference survey: its points, by leg and by object, too, and the step of the pulses that it has. */
export const heliosReferenceFigures = (
  survey: string,
): { total: number; legs: Record<string, number>; objects: Record<string, number>; sampledEvery: number } =>
  JSON.parse(readFileSync(new URL(`${survey}.json`, REFERENCE), 'utf8'));

/** Step of the pulses whose points the reference has. */
export const heliosReferenceSampling = (survey: string): number => heliosReferenceFigures(survey).sampledEvery;

/**
 * The sampled pulses of a reference survey: metres, unit vectors, seconds of the GPS week, numbers from 1 by device.
 */
export function heliosReferencePulses(survey: string) {
  const text = gunzipSync(readFileSync(new URL(`${survey}.pulses.txt.gz`, REFERENCE))).toString('latin1');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).slice(1).map(Number))
    .map((row) => ({
      origin: row.slice(0, 3),
      direction: row.slice(3, 6),
      time: row[6] * 1e-9,
      number: row[7],
      device: row[8],
    }));
}
