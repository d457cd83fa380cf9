import type { Files, OutputSet, OutputSetOptions, WithFiles } from '../base/files/files.js';
import { writeWhole } from '../base/files/text-file.js';
import type { BlockCoders } from '../io/blocks/block-coders.js';
import { createCodedSink } from '../io/cloud-formats.js';
import type { CodedPoints } from '../io/coded-points.js';
import { utcOfGpsTime } from '../io/gps-time.js';
import type { CloudHeader, PointSink, WrittenFile } from '../io/point-sink.js';
import type { WrittenPulses } from '../io/pulses/pulse-sink.js';
import type { WrittenWaveforms } from '../io/waveforms/waveform-format.js';
import { asprsClassName, FIRST_USER_CLASS } from '../scene/asprs-classes.js';
import { boxesJson } from '../scene/boxes/boxes-json.js';
import { labelsJson } from '../scene/labels.js';
import type { Scene } from '../scene/scene.js';
import { boxesPaths, labelsPaths } from '../survey/labels-paths.js';
import { firstLasers } from '../survey/leg-files.js';
import { frameCounts, olderFrames, olderLegFiles, ownAmong } from '../survey/older-frames.js';
import { recordedKeys } from '../survey/recorded-fields.js';
import type { Coordinates, Survey } from '../survey/survey.js';
import { SOFTWARE } from '../version.js';
import type { BoxedScene, FrameOutputs } from './frames/frame-outputs.js';
import type { FrameWriter, WrittenFrames } from './frames/frame-writer.js';
import type { Recordings } from './frames/recording-store.js';
import type { InstrumentScan } from './instrument-scan.js';
import { type LegSinks, type OpenFile, openLegSinks } from './leg-sinks.js';
import type { MadePoints } from './point-crew/made-points.js';
import type { PointSetup } from './point-crew/point-setup.js';
import { amplitudeLimits } from './points/amplitude-limits.js';
import { cloudBounds } from './points/cloud-bounds.js';
import { addPointsOfObjects } from './points/points-of-objects.js';
import { PulseWriter } from './pulse-writer.js';
import { WaveformWriter } from './waveform-writer.js';
import { type WrittenTrajectory, writeTrajectories } from './write-trajectories.js';

/** Options for the files of a run. */
interface OutputOptions extends WithFiles, OutputSetOptions {
  /** Threads that pack points in blocks. */
  coders: BlockCoders;
}

/** The files written by a run. */
interface SurveyFiles {
  outputs: WrittenFile[];
  /** One entry per instrument. */
  frames: WrittenFrames[];
  /** Absent: the survey has no files of waveforms. */
  waveforms?: WrittenWaveforms[];
  /** Absent: the survey has no files of pulses. */
  pulseFiles?: WrittenPulses[];
  /** Absent: the survey has no files of the platform's poses. */
  trajectories?: WrittenTrajectory[];
  /** Points of the survey, counted once however often they were written. */
  points: number;
}

/** The files of a cloud. */
type CloudSinks = LegSinks<PointSink<CodedPoints>, WrittenFile>;

/** All files of a survey: labels, clouds of all points, and frames of each instrument. They appear together. */
export class SurveyOutputs {
  private readonly set: OutputSet;
  private readonly scans: readonly InstrumentScan[];
  private readonly clouds: CloudSinks[] = [];
  private readonly firstLasers: readonly number[];
  private readonly frames: readonly FrameWriter[];
  /** The files in which frames are messages; absent: there are none. */
  private readonly recordings: Recordings | undefined;
  private waveforms: WaveformWriter | undefined;
  private pulses: PulseWriter | undefined;
  private trajectories: WrittenTrajectory[] | undefined;
  private points = 0;
  /** Points of each object; none where no file has boxes. */
  private readonly objects = new Map<number, number>();
  private readonly writeBoxes: () => Promise<void>;

  private constructor(
    set: OutputSet,
    scans: readonly InstrumentScan[],
    frames: FrameOutputs,
    writeBoxes: (objects: ReadonlyMap<number, number>) => Promise<void>,
  ) {
    this.set = set;
    this.writeBoxes = () => writeBoxes(this.objects);
    this.scans = scans;
    this.frames = frames.writers;
    this.recordings = frames.recordings;
    this.firstLasers = firstLasers(scans);
  }

  /** Writes the labels, opens the clouds, and finds the files of an older run. Throws UserError if one cannot be written. */
  static async create(
    survey: Survey,
    scans: readonly InstrumentScan[],
    of: BoxedScene,
    headers: PointSetup['headers'],
    { files, coders, ...options }: OutputOptions,
  ): Promise<SurveyOutputs> {
    const set = files.openSet(options);
    const frames = await framesOf(survey, scans, of, headers, { files: set, coders });
    const outputs = new SurveyOutputs(set, scans, frames, (objects) => writeBoxes(set, survey, of.scene, objects));
    try {
      await writeLabels(set, survey, of.scene);
      if (survey.trajectories)
        outputs.trajectories = await writeTrajectories(survey, survey.trajectories, { files: set });
      for (const output of survey.outputs) {
        const optional = recordedKeys(survey, 'clouds', output);
        const open: OpenFile<PointSink<CodedPoints>> = (path, blockBytes) =>
          createCodedSink({ ...output, path }, { ...headers.clouds, optional }, { files: set, coders, blockBytes });
        outputs.clouds.push(await openLegSinks(output, survey, open));
      }
      const { waveforms, pulses } = survey;
      if (waveforms) outputs.waveforms = await WaveformWriter.create(waveforms, survey, scans, { files: set });
      if (pulses) outputs.pulses = await PulseWriter.create(pulses, survey, { files: set });
      for (const path of await filesToRemove(files, survey)) await set.remove(path);
    } catch (error) {
      await outputs.abort();
      throw error;
    }
    return outputs;
  }

  /** Adds what became of the next piece of a leg. */
  async write(made: MadePoints): Promise<void> {
    const from = { scanner: made.scan, leg: made.leg };
    for (const [k, sinks] of this.clouds.entries())
      for (const { channel, points } of made.clouds[k]) {
        const laser = channel === undefined ? undefined : this.firstLasers[made.scan] + channel;
        await (await sinks.sinkFor(from, laser)).write(points, made.waveforms);
      }
    if (made.found) await this.waveforms?.write(from, this.scans[made.scan], made.found);
    if (made.frames) await this.frames[made.scan].write(made.leg, made.frames);
    if (made.pulses) await this.pulses?.write(from, made.pulses);
    if (made.objects) addPointsOfObjects(this.objects, made.objects);
    this.points += made.points;
  }

  /** Completes all files, and then gives them their names. */
  async finish(): Promise<SurveyFiles> {
    const outputs: WrittenFile[] = [];
    const frames: WrittenFrames[] = [];
    for (const writer of this.frames) frames.push(await writer.finish());
    await this.recordings?.finish();
    for (const sinks of this.clouds) outputs.push(...(await sinks.finish()));
    await this.writeBoxes();
    const waveforms = await this.waveforms?.finish();
    const pulseFiles = await this.pulses?.finish();
    await this.set.commit();
    const { trajectories, points } = this;
    const more = {
      ...(waveforms && { waveforms }),
      ...(pulseFiles && { pulseFiles }),
      ...(trajectories && { trajectories }),
    };
    return { outputs, frames, ...more, points };
  }

  /** Removes all files: an interrupted run leaves none. */
  async abort(): Promise<void> {
    const writers = [...this.clouds, ...this.frames, this.waveforms, this.pulses];
    await Promise.all(writers.map((writer) => writer?.abort()));
    await this.recordings?.abort();
    await this.set.abort();
  }
}

/** The names of label ids, beside each cloud. First of all, so that a full disk is found before the scan. */
async function writeLabels(set: OutputSet, survey: Survey, scene: Scene): Promise<void> {
  const bytes = new TextEncoder().encode(labelsJson(scene.names));
  for (const path of labelsPaths(survey)) await writeWhole(set, path, bytes);
}

/** The boxes of the objects that have points, beside each cloud that is to have them. */
async function writeBoxes(
  set: OutputSet,
  survey: Survey,
  scene: Scene,
  points: ReadonlyMap<number, number>,
): Promise<void> {
  const paths = boxesPaths(survey);
  if (paths.length === 0) return;
  const bytes = new TextEncoder().encode(boxesJson(scene, points));
  for (const path of paths) await writeWhole(set, path, bytes);
}

/** Frames and files of legs of an older run that must not stay among the new ones. */
async function filesToRemove(files: Files, survey: Survey): Promise<string[]> {
  const { frames, outputs } = survey;
  const older = frames ? await olderFrames(files, frames.pattern, frameCounts(survey, frames)) : [];
  for (const output of outputs) older.push(...(await olderLegFiles(files, output)));
  return ownAmong(files, [...new Set(older)]);
}

/** The writers of a survey's frames, which are loaded if it has some. */
async function framesOf(
  survey: Survey,
  scans: readonly InstrumentScan[],
  scene: BoxedScene,
  headers: PointSetup['headers'],
  tools: { files: OutputSet; coders: BlockCoders },
): Promise<FrameOutputs> {
  const { frames } = survey;
  if (!frames || !headers.frames) return { writers: [] };
  const { openFrames } = await import('./frames/frame-outputs.js');
  return openFrames({ ...survey, frames }, scans, scene, headers.frames, tools);
}

/** The headers of a survey's clouds, without their optional attributes, and of its frames. */
export function cloudHeaders(survey: Survey, scans: readonly InstrumentScan[], scene: Scene): PointSetup['headers'] {
  const { frames, coordinates } = survey;
  const headerIn = (system: Coordinates) => headerOf(survey, scans, scene, system);
  return {
    clouds: headerIn(coordinates),
    ...(frames && {
      frames: { ...headerIn(frames.coordinates), optional: recordedKeys(survey, 'frames', frames) },
    }),
  };
}

function headerOf(
  survey: Survey,
  scans: readonly InstrumentScan[],
  scene: Scene,
  coordinates: Coordinates,
): CloudHeader {
  return {
    bounds: cloudBounds(scans, scene.bounds, coordinates),
    // A sensor's own coordinates have no reference system.
    wkt: coordinates === 'world' ? survey.crs?.wkt : undefined,
    classNames: ownClassNames(scene.names.classes),
    software: SOFTWARE,
    created: surveyDay(survey),
    amplitudeLimits: amplitudeLimits(survey, scans),
  };
}

/** The names that the scene gives to classes which the standard leaves to users. */
const ownClassNames = (classes: Readonly<Record<number, string>>): Record<number, string> =>
  Object.fromEntries(
    Object.entries(classes).filter(
      ([number, name]) => Number(number) >= FIRST_USER_CLASS && name !== asprsClassName(Number(number)),
    ),
  );

/** The day of the survey itself, since a file must not depend on the day of its computation. */
const surveyDay = ({ legs: [first] }: Survey) => new Date(first ? utcOfGpsTime(first.startTime) : 0);
