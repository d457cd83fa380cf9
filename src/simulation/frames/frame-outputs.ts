import { invariant } from '../../base/errors.js';
import type { CreatesFiles, OutputSet } from '../../base/files/files.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { EncoderTools } from '../../io/records/cloud-format.js';
import { frameSidePaths } from '../../products/beside.js';
import { boxedObjects } from '../../products/frames/frame-classes.js';
import type { FrameOutput, WrittenFrames } from '../../products/frames/frame-output.js';
import type { PointHeaders, ProductSink } from '../../products/product.js';
import { SENSORS_ENDING } from '../../products/sensors.js';
import type { Scene } from '../../scene/scene.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { PointSetup } from '../point-crew/point-setup.js';
import { boxedFiles } from './boxed-files.js';
import { DataSetFolders } from './data-set-folders.js';
import { type FrameStore, frameFiles } from './frame-store.js';
import { FrameStream } from './frame-stream.js';
import { FrameWriter } from './frame-writer.js';
import type { PlatformWay } from './platform-messages.js';
import { FrameRecordings, rosNames } from './recording-store.js';
import { type FrameSensor, sensorsText } from './sensors-text.js';

/** A scene, and its objects that have boxes; absent: none have. */
export interface BoxedScene extends Pick<PointSetup, 'boxes'> {
  scene: Scene;
}

/** Begins the frames of all scanners of a survey. */
export function openFrames(
  { frames, name: survey, ...way }: PlatformWay & { name: string; frames: FrameOutput },
  scans: readonly InstrumentScan[],
  { scene, boxes = new Map() }: BoxedScene,
  { frames: header }: PointHeaders,
  tools: EncoderTools & { files: OutputSet },
): ProductSink<{ frames: WrittenFrames[] }> {
  invariant(header, 'who has frames has their header');
  const { boxesAt: at = 'start' } = frames;
  const names = way.instruments.map(({ name }) => name);
  const recordings = frames.format === 'mcap' ? new FrameRecordings(way, scene, frames, tools.files) : undefined;
  const dataSet = frames.dataSet && new DataSetFolders(frames.dataSet, scene, { boxes, at }, tools.files);
  const stream =
    frames.format === 'stream'
      ? new FrameStream({ name: survey, scanners: names, scene }, frames, tools.files)
      : undefined;
  const framesInRos = rosNames(names);
  const objects = { at, boxes, classes: boxedObjects(frames, scene) ?? new Map(), names: scene.names.instances };
  const storeOf = (name: string, k: number): FrameStore => {
    if (recordings) return recordings.storeOf(name, framesInRos[k]);
    if (dataSet) return dataSet.storeOf(name);
    if (stream) return stream.storeOf(name);
    const clouds = frameFiles(frames, name, tools);
    return frames.boxes ? boxedFiles(clouds, objects, tools) : clouds;
  };
  const writers = scans.map((scan, k) => {
    const store = storeOf(names[k], k);
    return new FrameWriter({ frames, scan, name: names[k], header, store, ...tools });
  });
  let current = 0;
  return {
    async write({ scan, leg, frames: parts }) {
      // One scanner comes after the other: readers of a stream need not wait for the last frame of each.
      for (; current < scan; current++) await writers[current].complete();
      if (parts) await writers[scan].write(leg, parts);
    },
    async finish() {
      const written: WrittenFrames[] = [];
      for (const writer of writers) written.push(await writer.finish());
      await recordings?.finish();
      await stream?.finish();
      if (!recordings && !stream) await writeSensors(frames, writers, tools.files);
      return { frames: written };
    },
    async abort() {
      await Promise.all(writers.map((writer) => writer.abort()));
      await recordings?.abort();
      await stream?.abort();
    },
  };
}

/** Writes the places of scanners on their platform, those of frames that lie side by side into one file. */
async function writeSensors(
  frames: FrameOutput,
  writers: readonly FrameWriter[],
  files: CreatesFiles['files'],
): Promise<void> {
  const byPath = new Map<string, FrameSensor[]>();
  for (const { sensor } of writers) {
    const [path] = frameSidePaths({ frames, instruments: [sensor] }, SENSORS_ENDING);
    byPath.set(path, [...(byPath.get(path) ?? []), sensor]);
  }
  for (const [path, sensors] of byPath)
    await writeWhole(files, path, new TextEncoder().encode(sensorsText(sensors, frames.axes ?? 'rfu')));
}
