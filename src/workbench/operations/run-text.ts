import { UserError } from '../../base/errors.js';
import { relativePath } from '../../base/files/paths.js';
import type { Progress } from '../../base/log.js';
import type { EngineRequest } from '../../simulation/engines/choose-engine.js';
import { type RunReport, runSurvey, type ShownPoints } from '../../simulation/run-survey.js';
import type { CloudOutput, Survey } from '../../survey/survey.js';
import type { Operation } from '../operation.js';
import { CLOUD_FILE } from '../run-files.js';

export interface RunAsk extends EngineRequest {
  /** Text of the survey. */
  text: string;
  /** Name of the run, which is new: its folder in the store. */
  run: string;
  /** Worker threads of the CPU engine; absent: all. */
  threads?: number;
}

export type RunEvent =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'log'; level: 'info' | 'warning'; message: string }
  | ({ kind: 'points' } & ShownPoints);

export interface RunAnswer {
  report: RunReport;
  /** The files that the survey asks for, by their paths in the folder of the run. */
  outputs: { name: string; points: number; bytes: number }[];
}

/**
 * Runs a survey, and tells its points while they are made. In the folder of the run are then the survey's outputs, and the cloud
 * of all points with all that is known of them. Throws UserError, AbortedError.
 */
export const runText: Operation<RunAsk, RunAnswer, RunEvent> = async (bench, ask, { signal, emit }) => {
  const { text, run, threads, engine, adapter } = ask;
  const request = { engine, adapter };
  const { machine, runs } = bench.place;
  if (bench.running.size > 0) throw new UserError('another run is still going on', { hint: 'stop it, or let it end' });
  const stop = new AbortController();
  bench.running.set(run, stop);
  let opened = false;
  try {
    const { files, folder } = await runs.open(run);
    opened = true;
    const survey = await bench.read(text, { outputFolder: folder });
    const report = await runSurvey(withCloud(survey, files.resolve(folder, CLOUD_FILE)), {
      ...request,
      threads,
      machine: { ...machine, files },
      scenes: bench.scenes.source(request),
      stop: stop.signal,
      signal,
      onProgress: (progress) => void emit({ kind: 'progress', progress }),
      onPoints: (points) => emit({ kind: 'points', ...points }),
      log: {
        info: (message) => void emit({ kind: 'log', level: 'info', message }),
        warn: (message) => void emit({ kind: 'log', level: 'warning', message }),
      },
    });
    const [, ...outputs] = report.outputs;
    const named = outputs.map(({ path, points, bytes }) => ({ name: relativePath(folder, path), points, bytes }));
    return { report, outputs: named };
  } catch (error) {
    // There is nothing in its folder.
    if (opened) await runs.remove(run);
    throw error;
  } finally {
    bench.running.delete(run);
  }
};

/** A survey that also writes the cloud of all points with all that is known of them, before its own outputs. */
function withCloud(survey: Survey, path: string): Survey {
  const output: CloudOutput = { path, format: 'las', fields: ['all', 'pulse'], place: { file: survey.file } };
  return { ...survey, coordinates: survey.coordinates, outputs: [output, ...survey.outputs] };
}
