import { UserError } from '../base/errors.js';
import {
  createPointBatch,
  joinBatches,
  type OptionalKey,
  optionalArray,
  type PointBatch,
} from '../cloud/point-batch.js';
import type { FramePose } from '../io/poses/pose-format.js';
import type { CloudGrid } from '../io/records/point-sink.js';
import type { FrameOutput } from '../products/frames/frame-output.js';
import { recordedKeys } from '../products/recorded-fields.js';
import { checkIsSurvey, checkPulses } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import { type CutFrame, FrameCutter, type FrameStep } from './frames/frame-cutter.js';
import type { OrganisedFrame } from './frames/organised-frame.js';
import type { InstrumentScan } from './instrument-scan.js';
import { subraysOf } from './instrument-scans.js';
import { type OpenSceneOptions, openScene } from './scene-device.js';
import { standLegs } from './stand-legs.js';

/** A frame: its number, times and pose, and all its points. */
export interface Frame extends FramePose {
  /** Name of the scanner, whose frames are numbered from 0. */
  scanner: string;
  /** Index of the leg. */
  leg: number;
  /** In the coordinates of the survey's `frames`, with `ring`, `azimuth` and `frameTime`; may have no points. */
  points: PointBatch;
  /** Rows and columns of organised frames. */
  grid?: CloudGrid;
}

/**
 * Scans the scene of a survey and yields the frames that its `frames` describes, scanner by scanner, in order; writes
 * nothing, whatever `frames.file` is. A frame is held in memory as a whole. Ends early if the loop over it does, or by
 * `signal`. Throws UserError for a survey without frames, and like `simulate`; AbortedError.
 */
export async function* simulateFrames(survey: Survey, options: OpenSceneOptions): AsyncGenerator<Frame> {
  checkIsSurvey(survey);
  const { frames, instruments } = survey;
  if (frames === undefined)
    throw new UserError('the survey has no frames', {
      hint: 'add frames to it, such as { file: "%06d.pcd", coordinates: "sensor" }',
    });
  checkPulses(survey);
  const needs = { colors: survey.colors !== undefined, subrays: subraysOf(survey) };
  const device = await openScene(survey.scene, { ...options, ...needs });
  try {
    const { scans, trace } = await device.start(await standLegs(survey, device.scene));
    let collector: FrameCollector | undefined;
    for await (const { scan, ...traced } of trace({ listPulses: true })) {
      if (collector?.scan !== scan) {
        if (collector) yield* collector.finish();
        collector = new FrameCollector(
          frames,
          scan,
          instruments[scans.indexOf(scan)].name,
          recordedKeys(survey, 'frames'),
        );
      }
      yield* collector.follow(collector.cutter.cut(traced));
    }
    if (collector) yield* collector.finish();
  } finally {
    await device.close();
  }
}

function noPoints(optional: readonly OptionalKey[]): PointBatch {
  const none = createPointBatch(0);
  for (const key of optional) optionalArray(none, key);
  return none;
}

/** Collects the parts of each frame of an instrument. */
class FrameCollector {
  readonly scan: InstrumentScan;
  readonly cutter: FrameCutter;
  private readonly scanner: string;
  private readonly optional: readonly OptionalKey[];
  private current: { begun: CutFrame; organised?: OrganisedFrame; parts: PointBatch[] } | undefined;

  constructor(frames: FrameOutput, scan: InstrumentScan, scanner: string, optional: readonly OptionalKey[]) {
    this.scan = scan;
    this.scanner = scanner;
    this.optional = optional;
    this.cutter = new FrameCutter(frames, scan);
  }

  /** Takes steps, and yields the frames that they complete. */
  *follow(steps: Iterable<FrameStep>): Generator<Frame> {
    for (const step of steps)
      if ('begins' in step) {
        yield* this.complete();
        this.current = { begun: step.begins, organised: step.begins.organise?.(this.optional), parts: [] };
      } else if (this.current?.organised) this.current.begun.place(this.current.organised, step.part);
      else if (step.part.points.count > 0) this.current?.parts.push(step.part.points);
  }

  *finish(): Generator<Frame> {
    yield* this.follow(this.cutter.end());
    yield* this.complete();
  }

  private *complete(): Generator<Frame> {
    if (!this.current) return;
    const { begun, organised, parts } = this.current;
    this.current = undefined;
    const { frame, leg, startTime, endTime, pose } = begun;
    const points = organised?.points ?? (parts.length > 0 ? joinBatches(parts) : noPoints(this.optional));
    yield { frame, scanner: this.scanner, leg, startTime, endTime, pose, points, grid: organised?.grid };
  }
}
