import { invariant } from '../../base/errors.js';
import type { OutputSet } from '../../base/files/files.js';
import type { EncoderTools } from '../../io/records/cloud-format.js';
import type { FrameOutput, WrittenFrames } from '../../products/frames/frame-output.js';
import type { PointHeaders, ProductSink } from '../../products/product.js';
import type { Scene } from '../../scene/scene.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { PointSetup } from '../point-crew/point-setup.js';
import { DataSetFolders } from './data-set-folders.js';
import { FrameStream } from './frame-stream.js';
import { FrameWriter } from './frame-writer.js';
import type { PlatformWay } from './platform-messages.js';
import { FrameRecordings, rosNames } from './recording-store.js';

/** A scene, and the boxes of its objects; absent: there are none. */
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
  const names = way.instruments.map(({ name }) => name);
  const recordings = frames.format === 'mcap' ? new FrameRecordings(way, scene, frames, tools.files) : undefined;
  const dataSet = frames.dataSet && new DataSetFolders(frames.dataSet, scene, boxes, tools.files);
  const stream =
    frames.format === 'stream'
      ? new FrameStream({ name: survey, scanners: names, scene }, frames, tools.files)
      : undefined;
  const framesInRos = rosNames(names);
  const writers = scans.map((scan, k) => {
    const store =
      recordings?.storeOf(names[k], framesInRos[k]) ?? dataSet?.storeOf(names[k]) ?? stream?.storeOf(names[k]);
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
      return { frames: written };
    },
    async abort() {
      await Promise.all(writers.map((writer) => writer.abort()));
      await recordings?.abort();
      await stream?.abort();
    },
  };
}
