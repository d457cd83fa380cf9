import type { Engine } from '../engine/engine.js';
import { needsOf } from '../products/index.js';
import { needsOfClouds } from '../products/recorded-fields.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';
import { cloudHeaders } from './cloud-headers.js';
import { type InstrumentScan, pulsesOf } from './instrument-scan.js';
import type { Machine } from './machine.js';
import { createCrew } from './point-crew/create-crew.js';
import type { MadePoints } from './point-crew/made-points.js';
import { makePoints } from './point-crew/point-crew.js';
import type { PointSetup } from './point-crew/point-setup.js';
import { neededFacts } from './points/scene-facts.js';
import type { TracedPiece } from './trace-pieces.js';

/** A scan with its engine ready. */
interface ReadyScan {
  scans: readonly InstrumentScan[];
  engine: Pick<Engine, 'name' | 'threads'>;
  /** The device's output, piece by piece. */
  tracePieces(): AsyncIterable<TracedPiece>;
}

/**
 * The points of a started scan as a program wants them: those of each piece, or whole frames. They are made where those
 * of files are, and no more than the threads have places for ahead of the program.
 */
export async function* pointsInMemory(
  { scans, engine, tracePieces }: ReadyScan,
  survey: Survey,
  scene: Scene,
  machine: Machine,
  inMemory: NonNullable<PointSetup['inMemory']>,
): AsyncGenerator<MadePoints> {
  // Its files are not written.
  const { scene: _, ...facts } = {
    ...survey,
    outputs: [],
    waveforms: undefined,
    pulses: undefined,
    trajectories: undefined,
  };
  const needs = inMemory === 'frames' ? needsOf(facts) : needsOfClouds(survey);
  const pulses = scans.reduce((sum, scan) => sum + pulsesOf(scan), 0);
  const { crew, setup } = await createCrew(
    machine,
    {
      survey: facts,
      scans,
      needs,
      scene: await neededFacts(scene, needs, { file: survey.file }),
      headers: cloudHeaders({ ...survey, frames: undefined }, scans, scene),
      shown: false,
      inMemory,
    },
    engine,
    pulses,
  );
  try {
    for await (const made of makePoints(tracePieces(), crew, setup)) {
      offerCollection();
      yield made;
    }
  } finally {
    await crew.close();
  }
}

/**
 * Lets V8 collect young arrays that nobody has any more. It looks for these when it allocates memory of an array, not
 * when such memory comes from another thread: then that of points would pile up until V8 marks the whole heap, which
 * takes longer than all else that the calling thread does (bench/results/frames.md).
 */
const offerCollection = (): unknown => new ArrayBuffer(1);
