import { invariant } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { createPulseLister, type PulseLister } from '../../engine/cpu/pulse-lister.js';
import { createFrameClock, type FrameClock } from '../../products/frames/frame-clock.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import { type InstrumentScan, programOf } from '../instrument-scan.js';
import type { LegPiece } from '../points/leg-points.js';
import { pulsesOfPiece } from '../points/split-piece.js';
import { type FrameStart, type FrameStarts, frameStarts, needsTimes } from './frame-starts.js';

/** Pulses of a group of frames at the least: frames of fewer are not worth a thread of their own. */
const GROUP_PULSES = 65_536;

/** Frames of a leg one after the other, which one thread makes as a whole. */
export interface FrameGroup {
  begin: FrameStart;
  /** The frame behind them. */
  next: FrameStart;
}

/** What finding the frames of a survey's legs takes. */
interface FramedScans {
  frames: FrameOutput;
  scans: readonly InstrumentScan[];
  frameOrigin: Vec3;
  /** Absent: frames are whole shots. */
  kernel?: WebAssembly.Module;
}

/** A leg with its frames. */
interface FramedLeg {
  clock: FrameClock;
  startOf: FrameStarts;
  pulseCount: number;
}

/** A leg in work. */
interface LegInWork extends FramedLeg {
  scan: number;
  index: number;
  group: FrameGroup;
}

/** Divides the pieces of legs, which come in order, where groups of frames end. */
export class FrameGroups {
  private readonly input: FramedScans;
  private leg: LegInWork | undefined;

  constructor(input: FramedScans) {
    this.input = input;
  }

  /** The parts of a piece, each in the group of its frames. */
  *divide<Piece extends LegPiece & { scan: number; leg: number }>(
    piece: Piece,
  ): Generator<Piece & { group: FrameGroup }> {
    const leg = this.legOf(piece);
    for (let first = piece.first; ; first = leg.group.next.pulse) {
      seek(leg, first);
      const { group } = leg;
      const end = Math.min(piece.end, group.next.pulse);
      const isWhole = first === piece.first && end === piece.end;
      yield { ...piece, ...(isWhole ? {} : pulsesOfPiece(piece, first, end)), group };
      if (end === piece.end) return;
    }
  }

  private legOf({ scan: number, leg: index }: { scan: number; leg: number }): LegInWork {
    if (this.leg?.scan === number && this.leg.index === index) return this.leg;
    const { frames, scans } = this.input;
    const scan = scans[number];
    const scanner = scannerIn(scan, index);
    const clock = createFrameClock(scanner, scan.legs[index], frames);
    const pulseCount = pulsesIn(scan, scan.legs, index);
    const startOf = frameStarts({
      clock,
      channelCount: scanner.channels.length,
      pulseCount,
      lister: needsTimes(clock) ? this.listerOf(scan, index) : undefined,
    });
    const leg = { clock, startOf, pulseCount };
    this.leg = { ...leg, scan: number, index, group: groupFrom({ frame: 0, pulse: 0 }, leg) };
    return this.leg;
  }

  private listerOf(scan: InstrumentScan, leg: number): PulseLister {
    const { kernel, frameOrigin } = this.input;
    invariant(kernel, 'who cuts frames by time has the kernel that lists pulses');
    return createPulseLister(programOf(scan, leg, { frameOrigin }), kernel);
  }
}

/** Goes on to the group of a pulse. */
function seek(leg: LegInWork, pulse: number): void {
  for (let { next } = leg.group; next.pulse <= pulse && next.pulse < leg.pulseCount; next = leg.group.next)
    leg.group = groupFrom(next, leg);
}

/** The group that begins with a frame. Behind the last frame that is written is one of all pulses that are left. */
function groupFrom(begin: FrameStart, { clock, startOf, pulseCount }: FramedLeg): FrameGroup {
  const left = clock.count - begin.frame;
  if (left <= 0) return { begin, next: { frame: begin.frame, pulse: pulseCount } };
  const second = startOf(begin.frame + 1, begin.pulse);
  const pulses = second - begin.pulse;
  const count = pulses === 0 ? 1 : Math.min(left, Math.max(1, Math.floor(GROUP_PULSES / pulses)));
  const frame = begin.frame + count;
  return { begin, next: { frame, pulse: count === 1 ? second : startOf(frame, second) } };
}
