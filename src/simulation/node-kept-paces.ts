import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { nodeFiles } from '../base/files/node-files.js';
import { cacheFolder, pacesFile, unfinishedFile } from '../bvh/node-cache-folder.js';
import { estimateSurvey } from '../survey/estimate/estimate-survey.js';
import { type KeptPaces, NO_PACES, pacesOf, parsePaces, withRun } from '../survey/estimate/kept-paces.js';
import { modelledRun, type RunFacts, stepsOfRun } from '../survey/estimate/measured-run.js';
import { MODEL_PACES, type Paces, type RunTime } from '../survey/estimate/run-steps.js';
import type { Survey } from '../survey/survey.js';

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
  const estimate = await estimateSurvey(survey, { files: nodeFiles, anyModels: true, paces: MODEL_PACES });
  const kept = withRun(
    await readKept(),
    isBusy() ? byProcessor(measured) : measured,
    modelledRun(survey, estimate, run),
  );
  const file = ownFile();
  const unfinished = unfinishedFile(file);
  try {
    await mkdir(cacheFolder(), { recursive: true });
    await writeFile(unfinished, JSON.stringify(kept));
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** Whether more programs want to run than there are processors; where the system does not say, no. */
const isBusy = (): boolean => loadavg()[0] > availableParallelism() + 0.5;

/** Steps timed by the processors; tracing is told from writing by the clock, which goes on where others have them. */
const byProcessor = ({ start, load, build }: RunTime): Partial<RunTime> => ({ start, load, build });

/** Bytes of a file of paces at most. */
const BYTES_MAX = 1 << 16;

/** A cache folder may be shared by machines of several kinds. */
const ownFile = (): string => pacesFile(cpus()[0]?.model ?? '');

async function readKept(): Promise<KeptPaces> {
  try {
    const { size } = await stat(ownFile());
    return size > BYTES_MAX ? NO_PACES() : parsePaces(await readFile(ownFile(), 'utf8'));
  } catch {
    return NO_PACES();
  }
}
