import { invariant } from '../../base/errors.js';
import { DISPLAYED_KEYS, type DisplayedPoints } from '../../cloud/display/pack-points.js';
import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { NO_WAVEFORM, type WaveformBatch } from '../../cloud/waveform-batch.js';
import { type PulseLister, pulseListerOn } from '../../engine/cpu/pulse-lister.js';
import { bindPulseStage } from '../../engine/cpu/pulse-stage.js';
import type { PulseBatch } from '../../io/pulses/pulse-format.js';
import { type FindBytes, spareBytes } from '../../io/records/coded-points.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { firstLasers } from '../../products/leg-files.js';
import type { FoundWaveforms } from '../../products/made-piece.js';
import { recordedKeys } from '../../products/recorded-fields.js';
import { BoxSights } from '../frames/box-sights.js';
import { FrameBuilder } from '../frames/frame-builder.js';
import { FrameCoder, type ListedBeams } from '../frames/frame-coder.js';
import { FrameCutter } from '../frames/frame-cutter.js';
import { type InstrumentScan, keyOf, programOf } from '../instrument-scan.js';
import { heliosPoints } from '../points/helios-points.js';
import { heliosWaveforms } from '../points/helios-waveforms.js';
import { createLegPoints, type LegPoints, needsPulses, placementOf } from '../points/leg-points.js';
import { legPosesOf } from '../points/leg-poses-of.js';
import { placePoints } from '../points/place-points.js';
import { placePulses } from '../points/place-pulses.js';
import { placeWaveforms } from '../points/place-waveforms.js';
import { pointsOfObjects } from '../points/points-of-objects.js';
import type { TracedPoints } from '../points/traced-points.js';
import { countReturned } from '../points/unpack-points.js';
import { createShotCounter } from '../shot-numbers.js';
import { CloudCoder } from './cloud-coder.js';
import type { MadePoints, PointWork } from './made-points.js';
import type { PointSetup } from './point-setup.js';

/** A leg in work. */
interface LegInWork {
  scan: number;
  index: number;
  points: LegPoints;
  /** Its pulses; absent: neither points nor files need them. */
  beams: ListedBeams | undefined;
}

/** The points of a piece where they lie in clouds. */
interface PlacedPiece {
  points: PointBatch;
  /** Those and its misses; absent: no cloud keeps these. */
  withMisses?: PointBatch;
  traced: TracedPoints;
  scan: InstrumentScan;
  findBytes: FindBytes;
}

/** Makes the content of a survey's files from the pieces of its legs. */
export class PointMaker {
  private readonly setup: PointSetup;
  private readonly scans: readonly InstrumentScan[];
  private readonly clouds: readonly CloudCoder[];
  /** Whether some cloud keeps misses. */
  private readonly keepsMisses: boolean;
  private readonly frames: readonly FrameCoder[];
  private readonly wholeFrames: readonly { cutter: FrameCutter; builder: FrameBuilder }[];
  private readonly shotsOf: ReturnType<typeof createShotCounter>;
  private readonly firstLasers: readonly number[];
  private leg: LegInWork | undefined;

  constructor(setup: PointSetup) {
    const { survey, headers, scans } = setup;
    this.setup = setup;
    this.scans = scans;
    this.clouds = survey.outputs.map((output) => new CloudCoder(survey, output, headers));
    this.keepsMisses = this.clouds.some((cloud) => cloud.keepsMisses);
    this.frames = frameCoders(setup, this.scans);
    this.wholeFrames = frameBuilders(setup);
    this.shotsOf = createShotCounter(this.scans);
    this.firstLasers = firstLasers(this.scans);
  }

  /** The result of a piece. Pieces of a leg whose points need their order come in it. */
  make(work: PointWork): MadePoints {
    const began = performance.now();
    const { scan, leg: index, first, end, lost } = work;
    const leg = this.legOf(work);
    // Points that go to files of waveforms, or to a program, keep their memory.
    const areLent = this.setup.survey.waveforms === undefined && this.setup.inMemory !== 'pieces';
    const { traced, dropped, cut, lone } = leg.points.make(work, areLent);
    const missed = this.keepsMisses ? leg.points.withMisses(traced) : undefined;
    const made = {
      ...{ scan, leg: index, first, end, lost, dropped, cut, lone },
      returned: countReturned(work.outputs.points),
      points: traced.points.count,
      hits: pulsesWithPoints(traced),
      ...(this.setup.needs.includes('objects') && { objects: pointsOfObjects(traced.points) }),
      ...this.codeClouds(traced, missed, work),
      ...(leg.beams && this.codePulses(traced, work, leg.beams)),
      ...this.inMemory(traced, work, leg.beams),
    };
    return { ...made, seconds: (performance.now() - began) / 1000 };
  }

  private legOf({ scan: number, leg: index }: PointWork): LegInWork {
    if (this.leg?.scan === number && this.leg.index === index) return this.leg;
    const scan = this.scans[number];
    const { scene, needs } = this.setup;
    const beams = this.beamsOf(scan, index);
    const points = createLegPoints({ scan, index, scene, lister: beams?.lister, needs });
    this.leg = { scan: number, index, points, beams };
    return this.leg;
  }

  private beamsOf(scan: InstrumentScan, leg: number): ListedBeams | undefined {
    const { scene, kernel, needs } = this.setup;
    if (!needs.includes('pulse list') && !needsPulses(scan, leg)) return undefined;
    invariant(kernel, 'who makes points of pulses has the kernel that lists them');
    const program = programOf(scan, leg, scene);
    const stage = bindPulseStage(program, kernel);
    return { stage, lister: pulseListerOn(stage, program.pulseCount), poses: legPosesOf(scan, leg) };
  }

  private codeClouds(
    traced: TracedPoints,
    missed: TracedPoints | undefined,
    { scan: number, waveformsBefore: before, spare }: PointWork,
  ): Pick<MadePoints, 'clouds' | 'waveforms' | 'found' | 'shown'> {
    const { needs, shown: isShown } = this.setup;
    const scan = this.scans[number];
    if (this.clouds.length === 0 && !needs.includes('waveforms') && !isShown) return { clouds: [] };
    if (!scan.waveforms && (missed ?? traced).points.count === 0) return { clouds: this.clouds.map(() => []) };
    const findBytes = spareBytes(spare);
    const placement = placementOf(scan);
    const place = (of: TracedPoints): PointBatch => ({ ...placePoints(of, placement), pulse: of.pulses });
    const placed = place(traced);
    const shown = isShown ? { shown: displayed(placed) } : {};
    const piece = { points: placed, withMisses: missed && place(missed), traced, scan, findBytes };
    if (!scan.waveforms) return { clouds: this.partsOf(piece), ...shown };
    const { startTime } = scan.legs[traced.leg];
    const beams = traced.waveforms && placeWaveforms(traced, traced.waveforms, startTime, placement);
    const { points, waveforms } = numberWaveforms(placed, beams, before);
    const found = this.foundOf(points, waveforms, scan, traced.leg);
    const withMisses = piece.withMisses && numberWaveforms(piece.withMisses, beams, before).points;
    const clouds = this.partsOf({ ...piece, points, withMisses });
    return { clouds, waveforms, ...(found && { found }), ...shown };
  }

  /** Waveforms for files of them, as these have them. */
  private foundOf(
    points: PointBatch,
    waveforms: WaveformBatch | undefined,
    scan: InstrumentScan,
    leg: number,
  ): FoundWaveforms | undefined {
    const output = this.setup.survey.waveforms;
    if (output === undefined || waveforms === undefined || waveforms.count === 0) return undefined;
    const { spans } = waveforms;
    if (output.format !== 'helios' || spans === undefined) return { points, waveforms };
    const noise = output.noise === undefined ? undefined : { deviation: output.noise, key: keyOf(scan, leg) };
    const { startTime } = scan.legs[leg];
    return { points, waveforms: heliosWaveforms(waveforms, spans, startTime, this.shotsOf(scan, leg), noise) };
  }

  private partsOf({ points, withMisses = points, traced, scan, findBytes }: PlacedPiece): MadePoints['clouds'] {
    const { startTime } = scan.legs[traced.leg];
    let ofHelios: PointBatch | undefined;
    return this.clouds.map((cloud) => {
      if (cloud.layout !== 'helios') return cloud.code(cloud.keepsMisses ? withMisses : points, findBytes);
      ofHelios ??= heliosPoints(points, traced, startTime, this.shotsOf(scan, traced.leg));
      return cloud.code(ofHelios, findBytes);
    });
  }

  /** Products that need points together with their pulses. */
  private codePulses(traced: TracedPoints, { scan, frame }: PointWork, beams: ListedBeams): Partial<MadePoints> {
    const { needs } = this.setup;
    return {
      ...(this.frames.length > 0 && { frames: this.frames[scan].code(traced, beams, frame) }),
      ...(needs.includes('pulses') && { pulses: this.pulsesOf(traced, scan, beams.lister) }),
    };
  }

  /** What a program wants. */
  private inMemory(
    traced: TracedPoints,
    { scan, frame }: PointWork,
    beams: ListedBeams | undefined,
  ): Pick<MadePoints, 'batch' | 'wholeFrames'> {
    const { inMemory } = this.setup;
    if (inMemory === 'pieces') return { batch: placePoints(traced, placementOf(this.scans[scan])) };
    if (inMemory !== 'frames') return {};
    invariant(beams, 'frames need the pulses themselves');
    const { cutter, builder } = this.wholeFrames[scan];
    return { wholeFrames: [...builder.build(cutter.cut(traced, beams.lister, frame), beams)] };
  }

  private pulsesOf({ leg, first, end, poses, pulses }: TracedPoints, number: number, lister: PulseLister): PulseBatch {
    const scan = this.scans[number];
    const list = lister(first, end - first);
    return {
      ...list,
      ...placePulses(list, poses, this.setup.scene.frameOrigin, placementOf(scan)),
      startTime: scan.legs[leg].startTime,
      leg,
      first,
      returns: returnsOf(pulses, first, end),
      ...this.shotsOf(scan, leg),
      scanner: number,
      channelsBefore: this.firstLasers[number],
    };
  }
}

/** Points for a viewer, in memory of their own. */
const displayed = (points: PointBatch): DisplayedPoints => ({
  ...(Object.fromEntries(DISPLAYED_KEYS.map((key) => [key, points[key].slice()])) as Omit<DisplayedPoints, 'count'>),
  count: points.count,
});

/** A coder for the frames of each instrument; none without frames. */
function frameCoders({ survey, headers, boxes, scene }: PointSetup, scans: readonly InstrumentScan[]): FrameCoder[] {
  const { frames } = survey;
  const header = headers.frames;
  if (!frames || !header) return [];
  const sights = boxes && new BoxSights(boxes, scene.frameOrigin);
  return scans.map((scan) => new FrameCoder(frames, scan, header, { sights, bodies: scene.bodies }));
}

/** Numbers of points of the pulses `first` … `end − 1`. */
function returnsOf(pulses: Uint32Array, first: number, end: number): Uint8Array {
  const returns = new Uint8Array(end - first);
  for (const pulse of pulses) returns[pulse - first]++;
  return returns;
}

/** What makes the frames of each instrument for a program; none without frames. */
const frameBuilders = ({ survey, scans, scene, inMemory }: PointSetup) =>
  inMemory === 'frames' && survey.frames
    ? scans.map((scan) => ({
        cutter: new FrameCutter(survey.frames as FrameOutput, scan, scene.bodies),
        builder: new FrameBuilder(recordedKeys(survey, 'frames', survey.frames)),
      }))
    : [];

/** Pulses that have a point; points of a pulse are adjacent. */
function pulsesWithPoints({ pulses }: TracedPoints): number {
  let count = 0;
  for (let k = 0; k < pulses.length; k++) if (k === 0 || pulses[k] !== pulses[k - 1]) count++;
  return count;
}

/**
 * A batch of points and its waveforms, numbered from `first` on. Points of a leg whose waveforms are not recorded have
 * NO_WAVEFORM.
 */
function numberWaveforms(
  points: PointBatch,
  waveforms: WaveformBatch | undefined,
  first: number,
): { points: PointBatch; waveforms: WaveformBatch | undefined } {
  if (waveforms === undefined) {
    const bare = { ...points };
    optionalArray(bare, 'waveform').fill(NO_WAVEFORM);
    optionalArray(bare, 'returnTime');
    return { points: bare, waveforms };
  }
  const waveform = points.waveform?.map((part) => (part === NO_WAVEFORM ? part : part + first));
  return { points: { ...points, waveform }, waveforms: { ...waveforms, first } };
}
