import { invariant } from '../../base/errors.js';
import { intensityScale } from '../../cloud/tone-mapping/intensity-scale.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { Chunk } from '../../engine/engine.js';
import type { Need } from '../../products/product.js';
import { pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import { movesReturns } from '../../scanner/moves-returns.js';
import { recorderOf } from '../../scanner/waveform-recorder.js';
import { HeightGrid } from '../../scene/place/height-grid.js';
import { type ArtefactStage, createArtefactStage } from '../artefacts/artefact-stage.js';
import { shotsAround } from '../artefacts/index.js';
import { choosePoints } from '../artefacts/return-choice.js';
import { scanAngleReader } from '../artefacts/scan-angle.js';
import { hasTruePlaces, type InstrumentScan, keyOf, sceneTimeOf } from '../instrument-scan.js';
import { addMisses } from './add-misses.js';
import { fillAmplitudes } from './echo-amplitudes.js';
import { decibelFiller } from './fill-decibels.js';
import { fillHeights } from './fill-heights.js';
import { velocityFiller } from './fill-velocities.js';
import { legPosesOf } from './leg-poses-of.js';
import { linkBudgetOf } from './link-budget-of.js';
import { lineMarker } from './mark-lines.js';
import type { Placement } from './place-points.js';
import { pointPainter } from './point-painter.js';
import { ownRoom } from './point-room.js';
import { hidesDirections, type LegRestrictions, restrictPulses } from './restrict-pulses.js';
import { motionsOfPoints } from './scene-bodies.js';
import type { SceneFacts } from './scene-facts.js';
import { markInstrument, type TracedPoints } from './traced-points.js';
import { countCutPulses, countLoneReturns, type PointContext, unpackPoints } from './unpack-points.js';
import { countCutWaveforms, matchWaveforms, unpackWaveforms } from './unpack-waveforms.js';

/** A leg of an instrument, and the other inputs of its points. */
export interface LegOfScan {
  scan: InstrumentScan;
  /** Number of the leg. */
  index: number;
  scene: SceneFacts;
  /** Lists its pulses; required where `needsPulses`, or if the caller asks for pulses. */
  lister?: PulseLister;
  /** The pulse with which its pieces begin; absent: its first one. */
  begin?: number;
  /** What products need besides points; absent: nothing. */
  needs?: readonly Need[];
}

/** Output of the device for a range of pulses of a leg. */
export interface LegPiece extends PulseRange {
  outputs: Chunk['outputs'];
}

/** The points of a piece, and counts of its losses. */
export interface PieceOfPoints {
  traced: TracedPoints;
  /** The same before the scan's restrictions. */
  measured: TracedPoints;
  /** Points that the scan's restrictions dropped. */
  dropped: number;
  /** Pulses for whose waveform there was too little room: a part of it is lost. */
  cut: number;
  /** Returns that one of several subrays alone makes up, as `countsLone` says; else 0. */
  lone: number;
}

/** Turns the device's output for a leg into points at the true hits, with artefacts and restrictions applied. */
export interface LegPoints {
  /**
   * The points of a piece; where `needsOrder`, pieces come in their order. Lent points are in memory that the next ones
   * of this thread take.
   */
  make(piece: LegPiece, areLent?: boolean): PieceOfPoints;
  /** The traced points of a piece together with its misses: see `addMisses`. Precondition: the leg has a lister. */
  withMisses(traced: TracedPoints): TracedPoints;
}

/** Placement of a scan's points. */
export const placementOf = ({ coordinates = 'world' }: InstrumentScan): Placement => ({ coordinates });

/** Whether points of a leg depend on the pieces before. */
export const needsOrder = (scan: InstrumentScan, index: number): boolean =>
  shotsAround(scannerIn(scan, index).detection.artefacts ?? {}) !== undefined;

/** Whether a leg's points depend on its pulses. */
export const needsPulses = (scan: InstrumentScan, index: number): boolean =>
  scan.waveforms === true || movesReturns(scannerIn(scan, index)) || (scan.restrictions ?? []).some(hidesDirections);

/** Whether returns of a leg are peaks, of which one subray should not be able to make one by itself. */
function countsLone(scan: InstrumentScan, index: number): boolean {
  const isPeaks = scan.physics?.echoes !== 'bins' && scannerIn(scan, index).detection.method !== 'clusters';
  return isPeaks && scan.footprint.subrays > 1;
}

/** The points of a leg, piece by piece. */
export function createLegPoints(of: LegOfScan): LegPoints {
  const { scan, index, scene, lister } = of;
  const { legs, atmosphere, physics } = scan;
  const scanner = scannerIn(scan, index);
  const leg = legs[index];
  invariant(
    lister || !needsPulses(scan, index),
    'masks of directions, artefacts and waveforms need a lister of pulses',
  );
  const context: PointContext = {
    frameOrigin: scene.frameOrigin,
    startTime: leg.startTime,
    pointSourceId: leg.pointSourceId,
    labels: scene.labels,
    intensity: intensityScale(scan.intensity, linkBudgetOf({ scanner, atmosphere })),
    paint: scan.colors && pointPainter(scene, scan.colors),
  };
  const isSampled = scanner.sampling !== undefined && physics?.echoes !== 'bins';
  const areLoneCounted = countsLone(scan, index);
  const artefacts = artefactStage(of, context);
  const unpack = pieceUnpacker(of, context);
  const markLines = scan.lines ? lineMarker(scanner, leg, scan.mount) : undefined;
  const restricted = restrictionsOf(scan, index);
  const beams = { instrument: scan.instrument, scanAngle: scanAngleReader(leg) };
  const ground = scene.ground && HeightGrid.of(scene.ground);
  const fillVelocities = velocitiesOf(of);
  const fillDecibels = of.needs?.includes('decibels') ? decibelFiller(scan, scanner) : undefined;
  return {
    make(piece, areLent = false) {
      const { points } = piece.outputs;
      const unpacked = unpack(piece, areLent && !artefacts);
      const measured = artefacts ? artefacts(unpacked) : choosePoints(unpacked, scanner.detection);
      markLines?.(measured.points, measured.pulses);
      if (scan.amplitudes) fillAmplitudes(measured.points, scanner, physics);
      fillDecibels?.(measured.points);
      if (ground) fillHeights(measured.points, ground);
      fillVelocities?.(measured);
      const traced = restrictPulses(measured, restricted);
      const cut = isSampled ? countCutPulses(points) : countCutWaveforms(unpacked.waveforms);
      const lone = areLoneCounted ? countLoneReturns(points) : 0;
      return { traced, measured, dropped: measured.points.count - traced.points.count, cut, lone };
    },
    withMisses: (traced) => addMisses(traced, { ...context, ...beams, scanner, restricted, markLines }),
  };
}

/** Fills in the velocities of a leg's points; undefined if nobody asks for them. */
function velocitiesOf({ scan, index, scene: { bodies, frameOrigin }, needs = [] }: LegOfScan) {
  const choice = { surfaces: needs.includes('velocities'), radial: needs.includes('radial velocities') };
  if (!bodies || !(choice.surfaces || choice.radial)) return undefined;
  const { path } = scan.legs[index];
  return velocityFiller({ path, sceneTime: sceneTimeOf(scan, index), frameOrigin, bodies }, choice);
}

/** The restrictions of a scan in one of its legs. */
export const restrictionsOf = (scan: InstrumentScan, index: number): LegRestrictions => ({
  restrictions: scan.restrictions ?? [],
  channelCount: scannerIn(scan, index).channels.length,
  legStart: sceneTimeOf(scan, index),
  key: keyOf(scan, index),
});

/** The artefacts of a leg's instrument; undefined if it has none. */
function artefactStage(
  { scan, index, scene: { materials }, lister, begin }: LegOfScan,
  context: PointContext,
): ArtefactStage | undefined {
  const scanner = scannerIn(scan, index);
  if (!movesReturns(scanner)) return undefined;
  invariant(lister, 'artefacts need a lister of pulses');
  return createArtefactStage({
    ...context,
    scanner,
    key: keyOf(scan, index),
    materials: materials.map(({ name }) => name),
    budget: linkBudgetOf({ scanner, atmosphere: scan.atmosphere }),
    instrument: scan.instrument,
    scanAngle: scanAngleReader(scan.legs[index]),
    pulseCount: pulsesIn(scan, scan.legs, index),
    begin,
    lister,
    limits: scan.physics?.limits,
    formulaPlaces: scan.formulaPlaces,
  });
}

/** Reads the records of pieces. */
function pieceUnpacker(
  { scan, index, lister, scene: { bodies: known } }: LegOfScan,
  context: PointContext,
): (piece: LegPiece, areLent: boolean) => TracedPoints {
  const { instrument } = scan;
  const poses = legPosesOf(scan, index);
  const recorder = scan.waveforms ? recorderOf(scannerIn(scan, index), scan.physics) : undefined;
  return ({ first, end, outputs }, areLent) => {
    const lent = unpackPoints(outputs.points, context, hasTruePlaces(scan) ? outputs.truePlaces : undefined);
    const { points, pulses, times } = areLent ? lent : ownRoom(lent);
    markInstrument(points, instrument);
    const listPulses = lister && (() => lister(first, end - first));
    const bodies = known && { bodies: motionsOfPoints(outputs.points, known) };
    const traced = { leg: index, poses, points, pulses, times, first, end, listPulses, ...bodies };
    if (recorder === undefined || listPulses === undefined) return traced;
    const waveforms = unpackWaveforms(outputs, { ...context, recorder, instrument, first, pulses: listPulses() });
    matchWaveforms(traced.points, traced.pulses, waveforms, recorder);
    return { ...traced, waveforms };
  };
}
