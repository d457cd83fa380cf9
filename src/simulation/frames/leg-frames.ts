import { invariant } from '../../base/errors.js';
import type { Rigid } from '../../base/rigid.js';
import type { OptionalKey } from '../../cloud/point-batch.js';
import type { FramePose } from '../../io/poses/pose-format.js';
import type { CloudGrid } from '../../io/records/point-sink.js';
import { utcNanoseconds } from '../../io/units/gps-time.js';
import { createFrameClock, shotsPerRevolution } from '../../products/frames/frame-clock.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import type { LegPoses } from '../../survey/leg-poses.js';
import { type InstrumentScan, sceneTimeOf } from '../instrument-scan.js';
import type { SceneBodies } from '../points/scene-bodies.js';
import { mountInAxes, poseInAxes } from './frame-axes.js';
import type { FrameCut } from './frame-part.js';
import { OrganisedFrame, type OrganisedPart } from './organised-frame.js';
import { ringNumbers } from './ring-numbers.js';

/** A frame before its points. */
export interface BegunFrame extends FramePose {
  /** Index of the leg. */
  leg: number;
  /** The scene's clock at its start. */
  sceneTime: number;
  /** Its start: UTC, nanoseconds since 1970. */
  stamp: bigint;
  /** Seconds. */
  duration: number;
  /** The pose of the sensor on the platform, both with the axes of the output, as its reported pose has it. */
  mount: Rigid;
  /** The ranges that the scanner measures in its leg, metres. */
  ranges: { min: number; max: number };
  /** Rows and columns; absent: it is not organised. */
  grid?: CloudGrid;
}

/** The frames of a leg of an instrument, numbered from 0. */
export class LegFrames {
  readonly cut: FrameCut;
  private readonly scan: InstrumentScan;
  private readonly index: number;
  private readonly poses: LegPoses;

  /** `bodies` are required for the points of frames that move objects to their start. */
  constructor(output: FrameOutput, scan: InstrumentScan, index: number, poses: LegPoses, bodies?: SceneBodies) {
    const scanner = scannerIn(scan, index);
    const clock = createFrameClock(scanner, scan.legs[index], output);
    const moves = output.deskew === 'objects' && bodies;
    this.cut = {
      output,
      clock,
      rings: ringNumbers(scanner.channels),
      ...(moves && { objects: { bodies, sceneTime: sceneTimeOf(scan, index) } }),
    };
    this.scan = scan;
    this.index = index;
    this.poses = poses;
  }

  get isOrganised(): boolean {
    return this.cut.output.organised;
  }

  get count(): number {
    return this.cut.clock.count;
  }

  /** Frame `frame` of the leg, which is number `number` of the instrument. */
  begin(frame: number, number: number): BegunFrame {
    const { index, poses, scan } = this;
    const { clock, output } = this.cut;
    const { detection } = scannerIn(scan, index);
    const { startTime } = scan.legs[index];
    const start = clock.startOf(frame);
    const end = clock.endOf(frame);
    return {
      frame: number,
      leg: index,
      sceneTime: sceneTimeOf(scan, index) + start,
      stamp: utcNanoseconds(startTime, start),
      duration: end - start,
      startTime: startTime + start,
      endTime: startTime + end,
      pose: poseInAxes(poses.reported(start), output.axes),
      ranges: { min: detection.rangeMin, max: detection.rangeMax },
      mount: mountInAxes(poses.mount, output.axes),
      ...(output.organised && { grid: this.grid }),
    };
  }

  /** An organised frame without points, with a cell for every pulse and the attributes `optional`. */
  empty(frame: number, optional: readonly OptionalKey[]): OrganisedFrame {
    const { scan, index, grid } = this;
    const { startTime, pointSourceId } = scan.legs[index];
    const { rings, clock } = this.cut;
    const channels: number[] = [];
    rings.forEach((ring, channel) => {
      channels[ring] = channel;
    });
    const start = startTime + clock.startOf(frame);
    return new OrganisedFrame({
      grid,
      optional,
      channels,
      pointSourceId,
      instrument: scan.instrument,
      startTime: start,
      legStart: startTime,
    });
  }

  /** Puts a part of frame `frame` into its cells. */
  place(organised: OrganisedFrame, frame: number, part: OrganisedPart): void {
    const { rings, clock } = this.cut;
    organised.add(part, rings, clock.firstShotOf?.(frame) ?? 0);
  }

  private get grid(): CloudGrid {
    const scanner = scannerIn(this.scan, this.index);
    const shots = shotsPerRevolution(scanner);
    invariant(shots !== undefined, 'organised frames are of scanners with shots in a turn');
    return { width: Math.ceil(shots), height: scanner.channels.length };
  }
}
