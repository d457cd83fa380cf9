import { invariant } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { streamKey } from '../base/random.js';
import { intensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { PulseProgram } from '../device/pulse-program.js';
import type { PulseLister } from '../engine/cpu/pulse-lister.js';
import type { Chunk, Engine } from '../engine/engine.js';
import { hasArtefacts } from '../scanner/has-artefacts.js';
import { firingLegs, scannerIn } from '../scanner/leg-scanner.js';
import { recorderOf, type WaveformRecorder } from '../scanner/waveform-recorder.js';
import type { Scene } from '../scene/scene.js';
import { type ArtefactStage, createArtefactStage } from './artefacts/artefact-stage.js';
import { scanAngleReader } from './artefacts/scan-angle.js';
import { type InstrumentScan, keyOf, programOf, pulsesOf, type ScanRun } from './instrument-scan.js';
import { fillAmplitudes } from './points/echo-amplitudes.js';
import { createLegPoses } from './points/leg-poses.js';
import { linkBudgetOf } from './points/link-budget-of.js';
import { pointPainter } from './points/point-painter.js';
import { type FindRoom, newRoom, type PointRoom } from './points/point-room.js';
import { hidesDirections, type LegRestrictions, restrictPulses } from './points/restrict-pulses.js';
import { markInstrument, type TracedPoints } from './points/traced-points.js';
import { columnsOf, countCutPulses, type PointContext, unpackPoints, unpackPulses } from './points/unpack-points.js';
import { countCutWaveforms, matchWaveforms, unpackWaveforms } from './points/unpack-waveforms.js';

/** Callbacks after each chunk, and resources that the trace needs. */
export interface TraceListener {
  /** Number of finished pulses. */
  onPulses?(done: number, total: number): void;
  /** Seconds that converting the chunk's records to points took. */
  onUnpacked?(seconds: number): void;
  /** Number of points that the scan's restrictions dropped. */
  onDropped?(points: number): void;
  /** Number of pulses for whose waveform there was too little room: a part of it is lost. */
  onCut?(pulses: number): void;
  /** Arrays for the points of each chunk; absent: new ones. Those of legs with artefacts, which wait for later chunks, are new ones. */
  findRoom?: FindRoom;
  /** Lists the pulses of a leg; required if restrictions mask directions, or if the caller asks for pulses. */
  createPulseLister?: (program: PulseProgram) => Promise<PulseLister>;
  /** Ends the trace. */
  signal?: AbortSignal;
}

/** Placement of a scan's points. */
export const placementOf = ({ coordinates = 'world', poseError }: InstrumentScan) => ({
  coordinates,
  keepTruePosition: poseError?.keepTruePosition,
});

/**
 * Traces the pulses of a run in order, including chunks without points. Points are at the true hits, with restrictions
 * applied.
 */
export async function* tracePulses(
  engine: Engine,
  { scan, settings }: ScanRun,
  scene: Scene,
  listener: TraceListener = {},
): AsyncGenerator<TracedPoints> {
  const labels = columnsOf(scene.surfaces);
  const paint = scan.colors && pointPainter(scene, scan.colors);
  const total = pulsesOf(scan);
  const { findRoom = newRoom } = listener;
  let done = 0;
  for (const k of firingLegs(scan, scan.legs)) {
    const { startTime, pointSourceId } = scan.legs[k];
    const { atmosphere } = scan;
    const intensity = intensityScale(scan.intensity, linkBudgetOf({ scanner: scannerIn(scan, k), atmosphere }));
    const program = programOf(scan, k, scene);
    const leg = await prepareLeg(scan, k, program, listener);
    const context = { frameOrigin: scene.frameOrigin, startTime, pointSourceId, labels, intensity, paint };
    const artefacts = artefactStage(scan, k, scene, { context, program, lister: leg.lister });
    let first = 0;
    for await (const chunk of engine.trace(settings, program, { signal: listener.signal })) {
      const began = performance.now();
      const room = (artefacts ? newRoom : findRoom)(chunk.outputs.points.count);
      const traced = unpackChunk(chunk, context, scan, { ...leg, first, room });
      const measured = artefacts ? artefacts(traced) : traced;
      if (scan.amplitudes) fillAmplitudes(measured.points, scannerIn(scan, k), scan.physics);
      const left = restrictPulses(measured, leg.restrictions);
      listener.onUnpacked?.((performance.now() - began) / 1000);
      if (settings.features.includes('samples')) listener.onCut?.(countCutPulses(chunk.outputs.points));
      else if (traced.waveforms) listener.onCut?.(countCutWaveforms(traced.waveforms));
      listener.onDropped?.(measured.points.count - left.points.count);
      first = traced.end;
      done += chunk.pulseCount;
      listener.onPulses?.(done, total);
      yield left;
    }
  }
}

/** The artefacts of a leg's instrument; undefined if it has none. */
function artefactStage(
  scan: InstrumentScan,
  index: number,
  { materials }: Scene,
  { context, program, lister }: { context: PointContext; program: PulseProgram; lister?: PulseLister },
): ArtefactStage | undefined {
  const scanner = scannerIn(scan, index);
  if (!hasArtefacts(scanner)) return undefined;
  invariant(lister, 'artefacts need a lister of pulses');
  return createArtefactStage({
    ...context,
    scanner,
    key: keyOf(scan, index),
    materials: materials.map(({ name }) => name),
    budget: linkBudgetOf({ scanner, atmosphere: scan.atmosphere }),
    instrument: scan.instrument,
    scanAngle: scanAngleReader(scan.legs[index]),
    pulseCount: program.pulseCount,
    lister,
  });
}

/** Common data of the chunks of a leg. */
interface LegTrace {
  index: number;
  poses: TracedPoints['poses'];
  lister?: PulseLister;
  /** Absent: it hands no waveforms to the host. */
  recorder?: WaveformRecorder;
  restrictions: LegRestrictions;
}

async function prepareLeg(
  scan: InstrumentScan,
  index: number,
  program: PulseProgram,
  { createPulseLister }: TraceListener,
): Promise<LegTrace> {
  const { seed, legs, mount, poseError: error, restrictions = [] } = scan;
  invariant(createPulseLister || !restrictions.some(hidesDirections), 'masks of directions need a lister of pulses');
  const leg = legs[index];
  return {
    index,
    poses: createLegPoses({ leg, mount, error, key: streamKey(seed, index) }),
    lister: await createPulseLister?.(program),
    recorder: scan.waveforms ? recorderOf(scannerIn(scan, index), scan.physics) : undefined,
    restrictions: {
      restrictions,
      channelCount: scannerIn(scan, index).channels.length,
      legStart: leg.startTime - legs[0].startTime,
      key: keyOf(scan, index),
    },
  };
}

function unpackChunk(
  { pulseCount, outputs }: Chunk,
  context: PointContext,
  { instrument }: InstrumentScan,
  { index, poses, lister, recorder, first, room }: LegTrace & { first: number; room: PointRoom },
): TracedPoints {
  const points = unpackPoints(outputs.points, context, room.points);
  markInstrument(points, instrument);
  const listPulses = lister && (() => lister(first, pulseCount));
  const pulses = unpackPulses(outputs.points, room);
  const traced = { leg: index, poses, points, ...pulses, first, end: first + pulseCount, listPulses };
  if (recorder === undefined || listPulses === undefined) return traced;
  const waveforms = unpackWaveforms(outputs, { ...context, recorder, instrument, first, pulses: listPulses() });
  matchWaveforms(traced.points, traced.pulses, waveforms, recorder);
  return { ...traced, waveforms };
}

/** Reports the progress of `traceInstruments` in pulses. */
export function reportPulses(onProgress: OnProgress | undefined) {
  return (done: number, total: number) => onProgress?.({ task: 'simulate', done, total, unit: 'pulses' });
}
