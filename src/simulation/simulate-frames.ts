import { invariant, UserError } from '../base/errors.js';
import { createPointBatch, type OptionalKey, optionalArray, type PointBatch } from '../cloud/point-batch.js';
import type { FramePose } from '../io/poses/pose-format.js';
import type { CloudGrid } from '../io/records/point-sink.js';
import type { FrameOutput } from '../products/frames/frame-output.js';
import { recordedKeys } from '../products/recorded-fields.js';
import { checkIsSurvey, checkPulses } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import type { WholeFrame } from './frames/frame-builder.js';
import { LegFrames } from './frames/leg-frames.js';
import type { InstrumentScan } from './instrument-scan.js';
import { subraysOf } from './instrument-scans.js';
import { legPosesOf } from './points/leg-poses-of.js';
import { pointsInMemory } from './points-in-memory.js';
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
    const standing = await standLegs(survey, device.scene);
    const started = await device.start(standing);
    const { scans } = started;
    const optional = recordedKeys(survey, 'frames', frames);
    let numbers: FrameNumbers | undefined;
    for await (const { scan, leg, wholeFrames = [] } of pointsInMemory(
      started,
      standing,
      device.scene,
      options.machine,
      'frames',
    )) {
      if (numbers?.scan !== scans[scan]) {
        if (numbers) yield* numbers.finish();
        numbers = new FrameNumbers(frames, scans[scan], instruments[scan].name, optional);
      }
      yield* numbers.number(leg, wholeFrames);
    }
    if (numbers) yield* numbers.finish();
  } finally {
    await device.close();
  }
}

function noPoints(optional: readonly OptionalKey[]): PointBatch {
  const none = createPointBatch(0);
  for (const key of optional) optionalArray(none, key);
  return none;
}

/** Numbers the frames of an instrument, and adds those without points. */
class FrameNumbers {
  readonly scan: InstrumentScan;
  private readonly output: FrameOutput;
  private readonly scanner: string;
  private readonly optional: readonly OptionalKey[];
  /** The leg in work, and the frames of it that are numbered. */
  private leg: { index: number; frames: LegFrames; done: number } | undefined;
  private count = 0;

  constructor(output: FrameOutput, scan: InstrumentScan, scanner: string, optional: readonly OptionalKey[]) {
    this.output = output;
    this.scan = scan;
    this.scanner = scanner;
    this.optional = optional;
  }

  /** The frames of a leg up to the last of those that are given, which come in order. */
  *number(index: number, given: readonly WholeFrame[]): Generator<Frame> {
    if (this.leg?.index !== index) {
      yield* this.finish();
      const frames = new LegFrames(this.output, this.scan, index, legPosesOf(this.scan, index));
      this.leg = { index, frames, done: 0 };
    }
    for (const { frame, points } of given) {
      yield* this.empty(frame);
      yield this.next(points);
    }
  }

  /** The frames of the leg that are left; they have no points. */
  *finish(): Generator<Frame> {
    if (this.leg) yield* this.empty(this.leg.frames.count);
  }

  /** The frames before `frame` that are left. */
  private *empty(frame: number): Generator<Frame> {
    while (this.leg && this.leg.done < frame) yield this.next(noPoints(this.optional));
  }

  private next(points: PointBatch): Frame {
    const { leg, scanner } = this;
    invariant(leg, 'frames are those of a leg');
    const { frame, startTime, endTime, pose, grid } = leg.frames.begin(leg.done++, this.count++);
    return { frame, scanner, leg: leg.index, startTime, endTime, pose, points, grid };
  }
}
