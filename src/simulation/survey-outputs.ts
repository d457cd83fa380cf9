import type { Files, OutputSet, OutputSetOptions, WithFiles } from '../base/files/files.js';
import { writeWhole } from '../base/files/text-file.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { WaveformBatch } from '../cloud/waveform-batch.js';
import { createPointSink } from '../io/cloud-formats.js';
import type { ChunkCoders } from '../io/laz/chunk-coders.js';
import type { CloudHeader, PointSink, WrittenFile } from '../io/point-sink.js';
import type { WrittenPulses } from '../io/pulses/pulse-sink.js';
import type { WrittenWaveforms } from '../io/waveforms/waveform-format.js';
import { asprsClassName, FIRST_USER_CLASS } from '../scene/asprs-classes.js';
import { labelsJson } from '../scene/labels.js';
import type { Scene } from '../scene/scene.js';
import { utcOfGpsTime } from '../survey/gps-time.js';
import { labelsPaths } from '../survey/labels-paths.js';
import { divisionOf, firstLasers } from '../survey/leg-files.js';
import { frameCounts, olderFrames, olderLegFiles, ownAmong } from '../survey/older-frames.js';
import { recordedKeys } from '../survey/recorded-fields.js';
import type { CloudOutput, Coordinates, Survey } from '../survey/survey.js';
import { SOFTWARE } from '../version.js';
import { FrameWriter, type WrittenFrames } from './frames/frame-writer.js';
import { Recordings, rosNames } from './frames/recording-store.js';
import type { InstrumentScan } from './instrument-scan.js';
import { type LegSinks, type OpenFile, openLegSinks } from './leg-sinks.js';
import { amplitudeLimits } from './points/amplitude-limits.js';
import { cloudBounds } from './points/cloud-bounds.js';
import { heliosPoints } from './points/helios-points.js';
import { numberWaveforms } from './points/number-waveforms.js';
import { placePoints } from './points/place-points.js';
import { placeWaveforms } from './points/place-waveforms.js';
import { splitChannels } from './points/split-channels.js';
import type { TracedPoints } from './points/traced-points.js';
import { PulseWriter } from './pulse-writer.js';
import { createShotCounter } from './shot-numbers.js';
import { placementOf } from './trace-pulses.js';
import { WaveformWriter } from './waveform-writer.js';
import { type WrittenTrajectory, writeTrajectories } from './write-trajectories.js';

/** Options for the files of a run. */
interface OutputOptions extends WithFiles, OutputSetOptions {
  /** Threads that compress points. */
  coders: ChunkCoders;
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
interface CloudWriter {
  sinks: LegSinks<PointSink, WrittenFile>;
  layout: CloudOutput['layout'];
  /** Whether each laser has a file. */
  byChannel: boolean;
}

/** All files of a survey: labels, clouds of all points, and frames of each instrument. They appear together. */
export class SurveyOutputs {
  private readonly set: OutputSet;
  private readonly clouds: CloudWriter[] = [];
  private readonly firstLasers: readonly number[];
  private readonly shotsOf: ReturnType<typeof createShotCounter>;
  private readonly frames: Map<InstrumentScan, FrameWriter>;
  /** The files in which frames are messages; absent: there are none. */
  private readonly recordings: Recordings | undefined;
  private waveforms: WaveformWriter | undefined;
  private pulses: PulseWriter | undefined;
  private trajectories: WrittenTrajectory[] | undefined;
  private points = 0;

  private constructor(set: OutputSet, scans: readonly InstrumentScan[], frames: FrameOutputs) {
    this.set = set;
    this.shotsOf = createShotCounter(scans);
    this.frames = frames.writers;
    this.recordings = frames.recordings;
    this.firstLasers = firstLasers(scans);
  }

  /** Writes the labels, opens the clouds, and finds the files of an older run. Throws UserError if one cannot be written. */
  static async create(
    survey: Survey,
    scans: readonly InstrumentScan[],
    scene: Scene,
    { files, coders, ...options }: OutputOptions,
  ): Promise<SurveyOutputs> {
    const headerIn = (coordinates: Coordinates) => headerOf(survey, scans, scene, coordinates);
    const set = files.openSet(options);
    const outputs = new SurveyOutputs(set, scans, frameWriters(survey, scans, headerIn, { files: set, coders }));
    try {
      await writeLabels(set, survey, scene);
      if (survey.trajectories)
        outputs.trajectories = await writeTrajectories(survey, survey.trajectories, { files: set });
      const header = headerIn(survey.coordinates);
      for (const output of survey.outputs) {
        const optional = recordedKeys(survey, 'clouds', output);
        const open: OpenFile<PointSink> = (path, blockBytes) =>
          createPointSink({ ...output, path }, { ...header, optional }, { files: set, coders, blockBytes });
        const { layout, by } = output;
        const byChannel = by !== undefined && divisionOf(by).channels;
        outputs.clouds.push({ sinks: await openLegSinks(output, survey, open), layout, byChannel });
      }
      const { waveforms, pulses } = survey;
      if (waveforms) outputs.waveforms = await WaveformWriter.create(waveforms, survey, scans, { files: set });
      if (pulses) outputs.pulses = await PulseWriter.create(pulses, survey, scans, scene, { files: set });
      for (const path of await filesToRemove(files, survey)) await set.remove(path);
    } catch (error) {
      await outputs.abort();
      throw error;
    }
    return outputs;
  }

  /** Adds traced points of a scan. */
  async write(traced: TracedPoints, scan: InstrumentScan): Promise<void> {
    if (this.clouds.length > 0 || this.waveforms) await this.writeWhole(traced, scan);
    await this.frames.get(scan)?.write(traced);
    await this.pulses?.write(traced, scan);
    this.points += traced.points.count;
  }

  /** Adds them to the clouds, and their waveforms to the file that has those of all pulses. */
  private async writeWhole(traced: TracedPoints, scan: InstrumentScan): Promise<void> {
    const placement = placementOf(scan);
    if (!scan.waveforms && traced.points.count === 0) return;
    const placedPoints = { ...placePoints(traced, placement), pulse: traced.pulses };
    if (!scan.waveforms) {
      await this.writeClouds(traced, scan, placedPoints);
      return;
    }
    const { startTime } = scan.legs[traced.leg];
    const placed = traced.waveforms && placeWaveforms(traced, traced.waveforms, startTime, placement);
    const from = { scanner: scan.instrument ?? 0, leg: traced.leg };
    const { points, waveforms } = numberWaveforms(placedPoints, placed, (await this.waveforms?.countFor(from)) ?? 0);
    if (points.count > 0) await this.writeClouds(traced, scan, points, waveforms);
    if (waveforms && waveforms.count > 0) await this.waveforms?.write(from, scan, points, waveforms);
  }

  private async writeClouds(
    traced: TracedPoints,
    scan: InstrumentScan,
    points: PointBatch,
    waveforms?: WaveformBatch,
  ): Promise<void> {
    const from = { scanner: scan.instrument ?? 0, leg: traced.leg };
    const { startTime } = scan.legs[traced.leg];
    let ofHelios: PointBatch | undefined;
    for (const { sinks, layout, byChannel } of this.clouds) {
      if (layout === 'helios') ofHelios ??= heliosPoints(points, traced, startTime, this.shotsOf(scan, traced.leg));
      const own = layout === 'helios' && ofHelios ? ofHelios : points;
      if (!byChannel) await (await sinks.sinkFor(from)).write(own, waveforms);
      else
        for (const { channel, points } of splitChannels(own)) {
          const sink = await sinks.sinkFor(from, this.firstLasers[from.scanner] + channel);
          await sink.write(points, waveforms);
        }
    }
  }

  /** Completes all files, and then gives them their names. */
  async finish(): Promise<SurveyFiles> {
    const outputs: WrittenFile[] = [];
    const frames: WrittenFrames[] = [];
    for (const writer of this.frames.values()) frames.push(await writer.finish());
    await this.recordings?.finish();
    for (const { sinks } of this.clouds) outputs.push(...(await sinks.finish()));
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
    const clouds = this.clouds.map(({ sinks }) => sinks);
    const writers = [...clouds, ...this.frames.values(), this.waveforms, this.pulses];
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

/** Frames and files of legs of an older run that must not stay among the new ones. */
async function filesToRemove(files: Files, survey: Survey): Promise<string[]> {
  const { frames, outputs } = survey;
  const older = frames ? await olderFrames(files, frames.pattern, frameCounts(survey, frames)) : [];
  for (const output of outputs) older.push(...(await olderLegFiles(files, output)));
  return ownAmong(files, [...new Set(older)]);
}

/** The writers of frames, and the recordings that they share. */
interface FrameOutputs {
  writers: Map<InstrumentScan, FrameWriter>;
  recordings?: Recordings;
}

function frameWriters(
  survey: Survey,
  scans: readonly InstrumentScan[],
  headerIn: (coordinates: Coordinates) => CloudHeader,
  tools: { files: OutputSet; coders: ChunkCoders },
): FrameOutputs {
  const { frames, instruments } = survey;
  if (!frames) return { writers: new Map() };
  const header = { ...headerIn(frames.coordinates), optional: recordedKeys(survey, 'frames', frames) };
  const names = instruments.map(({ name }) => name);
  const recordings = frames.format === 'mcap' ? new Recordings(frames, tools.files) : undefined;
  const framesInRos = rosNames(names);
  const writers = scans.map((scan, k) => {
    const store = recordings?.storeOf(names[k], framesInRos[k]);
    return [scan, new FrameWriter({ frames, scan, name: names[k], header, store, ...tools })] as const;
  });
  return { writers: new Map(writers), recordings };
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
