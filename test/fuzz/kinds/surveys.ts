import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SILENT_LOG } from '../../../src/base/log.js';
import { runSurvey } from '../../../src/simulation/run-survey.js';
import { simulate } from '../../../src/simulation/simulate-survey.js';
import { checkSurvey } from '../../../src/survey/check.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, LEG_PULSES_MAX, oneThreadMachine, textSeed } from '../in-memory.js';
import { yamlStructure } from '../structures.js';
import { faultOfBatch } from './cloud-faults.js';
import { SURVEY_FILES, SURVEYS } from './survey-seeds.js';

/** All keys of a survey, and the words that they take. */
function words(): string[] {
  const text = readFileSync(fileURLToPath(new URL('../../../dist/survey.schema.json', import.meta.url)), 'utf8');
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties = {}, enum: choices = [], const: only } = node as Record<string, unknown>;
    for (const key of Object.keys(properties as object)) found.add(key);
    for (const choice of [...(choices as unknown[]), only]) if (typeof choice === 'string') found.add(choice);
    for (const value of Object.values(node)) walk(value);
  };
  walk(JSON.parse(text));
  return [...found].sort();
}

const load = async (bytes: Uint8Array, file: string) => {
  const files = filesOf(SURVEY_FILES, file, bytes);
  return { files, survey: await loadSurvey(file, { files, log: SILENT_LOG }) };
};

const seeds = () => SURVEYS.map((text) => textSeed('survey.yaml', text));

export const survey: FuzzKind = {
  name: 'survey',
  weight: 1.5,
  isText: true,
  dictionary: words(),
  seeds,
  grow: (random) => {
    const text = SURVEYS[Math.floor(random() * SURVEYS.length)];
    const structure = yamlStructure(random, 5000);
    return textSeed('survey.yaml', text.replace(/^(legs|output|seed|scene):[\s\S]*/m, `$1:\n  ${structure}`));
  },
  use: async (bytes, file) => {
    const { files, survey } = await load(bytes, file);
    await checkSurvey(survey, { files });
    const { legs: _, ...estimate } = await estimateSurvey(survey, { files });
    const wrong = Object.entries(estimate).find(([, value]) => typeof value === 'number' && !Number.isFinite(value));
    return wrong === undefined ? undefined : `the estimate of ${wrong[0]} is ${wrong[1]}`;
  },
};

/** A run of more would take longer than reading does. */
const SUBRAYS_MAX = 50_000;
const TRIANGLES_MAX = 20_000;
const INSTANCES_MAX = 2_000;

export const run: FuzzKind = {
  name: 'run',
  weight: 0.3,
  isText: true,
  dictionary: words(),
  seeds,
  use: async (bytes, file) => {
    const { files, survey } = await load(bytes, file);
    const { pulses, subrays, triangles } = await estimateSurvey(survey, { files });
    const places = survey.scene.parts.reduce(
      (sum, { placement }) => sum + (placement.kind === 'scatter' ? placement.count : 0),
      0,
    );
    const isSmall = pulses <= LEG_PULSES_MAX && subrays <= SUBRAYS_MAX && triangles <= TRIANGLES_MAX;
    if (!isSmall || places > INSTANCES_MAX) return undefined;
    const machine = oneThreadMachine(files);
    for await (const batch of simulate(survey, { machine })) {
      const fault = faultOfBatch(batch);
      if (fault !== undefined) return fault;
    }
    await runSurvey(survey, { machine });
    return undefined;
  },
};
