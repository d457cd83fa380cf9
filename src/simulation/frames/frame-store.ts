import { invariant } from '../../base/errors.js';
import type { CreatesFiles } from '../../base/files/files.js';
import { createCodedSink } from '../../io/clouds/cloud-formats.js';
import type { EncoderTools } from '../../io/records/cloud-format.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { CloudHeader, PointSink } from '../../io/records/point-sink.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { framePath } from '../../products/frames/frame-paths.js';
import type { BegunFrame } from './leg-frames.js';

/** Destination of a scanner's frames. */
export interface FrameStore {
  /** Takes the points of a frame in its form (see `frameForm`); `header` is that of its cloud. */
  open(frame: BegunFrame, header: CloudHeader): Promise<PointSink<CodedPoints>>;
  /** Writes the files that belong to all frames, and returns what programs do not take of these; absent: none. */
  finish?(): Promise<string[]>;
}

/** The frames of the scanner called `name` in files of their own. */
export function frameFiles(
  { pattern, format, fields }: FrameOutput,
  name: string,
  tools: CreatesFiles & EncoderTools,
): FrameStore {
  invariant(
    format !== 'mcap' && format !== 'data-set' && format !== 'stream',
    'frames of a recording, a data set or a stream are no clouds of their own',
  );
  return {
    open: ({ frame }, header) =>
      createCodedSink({ path: framePath(pattern, frame, name), format, fields }, header, tools),
  };
}
