import type { OutputSet } from '../../base/files/files.js';
import type { EncoderTools } from '../../io/cloud-format.js';
import type { CloudHeader } from '../../io/point-sink.js';
import type { Scene } from '../../scene/scene.js';
import type { FrameOutput, Survey } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { PointSetup } from '../point-crew/point-setup.js';
import { DataSetFolders } from './data-set-folders.js';
import { FrameWriter } from './frame-writer.js';
import { Recordings, rosNames } from './recording-store.js';

/** A scene, and the boxes of its objects; absent: there are none. */
export interface BoxedScene extends Pick<PointSetup, 'boxes'> {
  scene: Scene;
}

/** The writers of frames, and the recordings that they share. */
export interface FrameOutputs {
  /** One for each instrument. */
  writers: readonly FrameWriter[];
  recordings?: Recordings;
}

/** The writers of a survey's frames, whose files have this header. */
export function openFrames(
  { frames, instruments }: Pick<Survey, 'instruments'> & { frames: FrameOutput },
  scans: readonly InstrumentScan[],
  { scene, boxes = new Map() }: BoxedScene,
  header: CloudHeader,
  tools: EncoderTools & { files: OutputSet },
): FrameOutputs {
  const names = instruments.map(({ name }) => name);
  const recordings = frames.format === 'mcap' ? new Recordings(frames, tools.files) : undefined;
  const dataSet = frames.dataSet && new DataSetFolders(frames.dataSet, scene, boxes, tools.files);
  const framesInRos = rosNames(names);
  const writers = scans.map((scan, k) => {
    const store = recordings?.storeOf(names[k], framesInRos[k]) ?? dataSet?.storeOf(names[k]);
    return new FrameWriter({ frames, scan, name: names[k], header, store, ...tools });
  });
  return { writers, recordings };
}
