import { UserError } from '../../base/errors.js';
import { relativePath } from '../../base/files/paths.js';
import type { Progress } from '../../base/log.js';
import { INTENSITY_TONES } from '../../cloud/display/intensity-tone.js';
import type { PackedPoints } from '../../cloud/display/packed-points.js';
import type { EngineRequest } from '../../simulation/engines/choose-engine.js';
import { type RunReport, runSurvey } from '../../simulation/run-survey.js';
import type { ClassesEvent } from '../classes-event.js';
import { emitProgress } from '../emit-progress.js';
import { besideFiles } from '../files-beside.js';
import { fromFolder } from '../from-folder.js';
import { LivePoints } from '../live-points.js';
import { type NamedSource, namedSources } from '../named-sources.js';
import type { Operation } from '../operation.js';
import { CLOUD_FILE, noteRun, type StoredRun } from '../run-files.js';
import type { ToneEvent } from '../tone-event.js';
import { withCloud } from '../with-cloud.js';

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
  | { kind: 'sources'; sources: NamedSource[] }
  | ClassesEvent
  | ToneEvent
  | { kind: 'points'; chunk: PackedPoints };

export interface RunAnswer {
  report: RunReport;
  stored: StoredRun;
}

/**
 * Runs a survey, and sends its points while they are made. The folder of the run gets the survey's outputs, and the
 * cloud of all points with all fields. Throws UserError, AbortedError.
 */
export const runText: Operation<RunAsk, RunAnswer, RunEvent> = async (bench, ask, { signal, emit }) => {
  const { text, run, threads, engine, adapter } = ask;
  const request = { engine, adapter };
  const { machine, runs } = bench.place;
  if (bench.running.size > 0)
    throw new UserError('another run is still going on', { hint: 'let it end, or stop it in the page that began it' });
  const stop = new AbortController();
  bench.running.set(run, stop);
  const began = Date.now();
  let created = false;
  try {
    const place = await runs.create(run);
    created = true;
    const { files, folder } = place;
    const survey = await bench.read(text, { outputFolder: folder });
    const sources = namedSources(survey);
    await emit({ kind: 'sources', sources });
    const tone = INTENSITY_TONES[survey.intensity.kind];
    await emit({ kind: 'tone', tone });
    const live = new LivePoints(tone, (chunk) => emit({ kind: 'points', chunk }));
    const report = await runSurvey(withCloud(survey, files.resolve(folder, CLOUD_FILE)), {
      ...request,
      threads,
      machine: { ...machine, files },
      scenes: bench.scenes.source(request, ({ names }) => emit({ kind: 'classes', classes: names.classes })),
      stop: stop.signal,
      signal,
      onProgress: emitProgress(emit),
      onPoints: (points) => live.add(points),
      log: {
        info: (message) => void emit({ kind: 'log', level: 'info', message }),
        warn: (message) =>
          void emit({ kind: 'log', level: 'warning', message: fromFolder(message, bench.place.folder) }),
      },
    });
    await live.end();
    const record = storedRun(text, began, folder, report);
    const stored = { ...record, beside: await besideFiles(runs, run, record.outputs), sources };
    await noteRun(place, stored);
    return { report, stored };
  } catch (error) {
    // There is nothing in its folder.
    if (created) await runs.remove(run);
    throw error;
  } finally {
    bench.running.delete(run);
  }
};

function storedRun(text: string, began: number, folder: string, { points, stopped, outputs }: RunReport): StoredRun {
  const [, ...own] = outputs;
  return {
    ...{ text, began, points, stopped: stopped === true, seconds: (Date.now() - began) / 1000 },
    outputs: own.map(({ path, points: count, bytes }) => ({ name: relativePath(folder, path), points: count, bytes })),
  };
}
