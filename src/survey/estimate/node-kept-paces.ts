import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../base/files/node-files.js';
import { cacheFolder, unfinishedFile } from '../../bvh/node-cache-folder.js';
import type { Survey } from '../survey.js';
import { estimateSurvey } from './estimate-survey.js';
import { type KeptPaces, NO_PACES, pacesOf, parsePaces, withRun } from './kept-paces.js';
import { modelledRun, type RunFacts, stepsOfRun } from './measured-run.js';
import type { Paces } from './run-steps.js';

/** The file beside the trees of scenes that keeps how long this machine's last runs took. */
const pacesFile = (): string => join(cacheFolder(), 'paces.json');

/** The paces of this machine, as its last runs found them. */
export async function nodePaces(): Promise<Paces> {
  return pacesOf(await readKept());
}

/**
 * Keeps how long a run took for later estimates. A file that cannot be read or written is left alone: estimates are
 * then those of an unknown machine.
 */
export async function keepRun(survey: Survey, run: RunFacts): Promise<void> {
  const measured = stepsOfRun(run);
  if (measured === undefined) return;
  const estimate = await estimateSurvey(survey, { files: nodeFiles, anyModels: true });
  const kept = withRun(await readKept(), measured, modelledRun(survey, estimate, run, measured));
  const file = pacesFile();
  const unfinished = unfinishedFile(file);
  try {
    await mkdir(cacheFolder(), { recursive: true });
    await writeFile(unfinished, JSON.stringify(kept));
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

const readKept = (): Promise<KeptPaces> => readFile(pacesFile(), 'utf8').then(parsePaces, NO_PACES);
