import { AbortedError } from '../../base/errors.js';
import { type Log, type OnProgress, SILENT_LOG } from '../../base/log.js';
import type { TreeCounts } from '../../base/tree-counts.js';
import type { Box3 } from '../../base/vec3.js';
import { isKept } from '../../bvh/tree-cache.js';
import type { Crs } from '../../crs/crs.js';
import { loadScene } from '../../scene/load-scene.js';
import { isScene, type Scene } from '../../scene/scene.js';
import { blindLegs } from '../../simulation/blind-legs.js';
import { expectPoints } from '../../simulation/inspect/expect-points.js';
import { expectedBytes, sceneBytes } from '../../simulation/inspect/expected-bytes.js';
import { sampleTrace } from '../../simulation/inspect/sample-trace.js';
import { SceneInspector } from '../../simulation/inspect/scene-inspector.js';
import { describeWeakHits } from '../../simulation/inspect/weak-hits.js';
import { sceneTimeOf } from '../../simulation/instrument-scan.js';
import { labelNotes } from '../../simulation/label-notes.js';
import type { WithMachine } from '../../simulation/machine.js';
import { worldReference } from '../../simulation/scene-crs.js';
import { standLegs } from '../../simulation/stand-legs.js';
import { surveyDoubts } from '../../simulation/survey-warnings.js';
import { legPositions } from '../../survey/leg-place.js';
import type { Survey } from '../../survey/survey.js';
import { SceneProbe } from '../scene-probe.js';
import { type Surroundings, surroundings } from '../surroundings.js';
import { partBounds } from './part-bounds.js';
import { type ProbedScan, probePulses } from './probe-pulses.js';
import { sampleFiles } from './sample-files.js';

/** The places of a survey's scene and legs, and its expected number of points. Metres, world. */
export interface SurveyLook {
  bounds: Box3;
  triangles: number;
  /** Bounds of each part, by name; of a survey of a scene in memory: none. */
  parts: { name: string; bounds: Box3 | undefined }[];
  /** The start of each leg's path: its scanner's surroundings. */
  legs: LegLook[];
  /**
   * Expected number of points, and bytes of the files of the survey: estimates, from so many pulses that were fired.
   */
  pointsLikely: number;
  scannerPoints: readonly number[];
  outputBytesLikely: number;
  /** Bytes of its files that the scene alone decides about: labels, lists of trees and boxes. */
  sceneBytes: number;
  pulsesTried: number;
  /** Seconds that one core of this machine takes to trace the survey with the CPU engine: an estimate from a sample. */
  traceSeconds: number;
  /** Triangles, a geometry that is placed often counted once, and those of them whose trees a cache keeps. */
  meshTriangles: number;
  keptTriangles: number;
  /** Triangles of the trees that were built for the look, and of those that were found. */
  trees: TreeCounts;
  /** Seconds of the processors that reading the scene and building its trees took; absent: the machine does not say. */
  sceneSeconds?: { load: number; build: number };
  warnings: string[];
  /** Reference system that files of the scene state, for a survey without its own. */
  crs?: Crs;
}

/**
 * One leg: the surroundings of its first scanner at the start, the share of tried pulses with a return, and of those
 * that met something within the limits of range the share without one.
 */
export interface LegLook extends Surroundings {
  hitShare: number;
  lostShare: number;
}

export interface LookOptions extends WithMachine {
  /** Whether built trees are kept for the next run and reused; default: true. */
  cache?: boolean;
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/**
 * Reads the scene of a survey, looks around at the start of every leg, and fires some thousand pulses with the CPU
 * engine. Throws UserError for a scene that cannot be read, AbortedError.
 */
export async function lookAround(stated: Survey, options: LookOptions): Promise<SurveyLook> {
  const { machine, log = SILENT_LOG, signal } = options;
  const given = stated.scene;
  const { scene, prepared, sceneSeconds } = await readAndPrepare(given, options);
  if (signal?.aborted) throw new AbortedError();
  const survey = await standLegs(stated, scene);
  for (const note of labelNotes(survey, scene)) log.info(note);
  const probe = await SceneProbe.on(scene, prepared, machine);
  const starts = survey.legs.map((leg) => scannerStart(survey, leg));
  const around = scene.motions
    ? starts.flatMap((start, leg) => surroundings(probe.at(sceneTimeOf(survey, leg)), [start]))
    : surroundings(probe, starts);
  const scans = await probePulses(survey, scene, prepared, options);
  const hits = new Map(scans.map(({ scan, hits }) => [scan, hits]));
  const probed = new Map(scans.map((one) => [one.scan, one]));
  const inspector = await SceneInspector.of(scene, prepared, await machine.loadKernelModule(), signal);
  const blind = await blindLegs(machine, [...hits.keys()], scene, hits, {
    of: (scan, leg) => probed.get(scan)?.tried[leg] ?? 0,
    lost: (scan, leg) => probed.get(scan)?.lost[leg] ?? 0,
    describeWeakHits: async (scan, leg) => describeWeakHits(inspector, scan, leg),
  });
  const expected = await expectPoints({ ...survey, colors: undefined }, inspector, { signal });
  const sampled = await sampleFiles(survey, scene, prepared, { machine, signal });
  const reference = await worldReference(survey, scene);
  return {
    ...(reference.crs && reference.crs !== survey.crs && { crs: reference.crs }),
    bounds: scene.bounds,
    triangles: scene.triangleCount,
    parts: isScene(given)
      ? []
      : partBounds(
          scene,
          given.parts.map(({ name }) => name),
        ),
    legs: around.map((place, leg) => ({ ...place, ...sharesOf(scans, leg) })),
    pointsLikely: Math.round(expected.points),
    scannerPoints: expected.scanners,
    outputBytesLikely: Math.round(expectedBytes(survey, scene, expected, sampled)),
    sceneBytes: sceneBytes(survey, scene),
    pulsesTried: expected.fired,
    traceSeconds: await sampleTrace({ ...survey, colors: undefined }, inspector, {
      signal,
      processorSeconds: machine.processorSeconds,
    }),
    meshTriangles: trianglesOf(scene.meshes),
    keptTriangles: trianglesOf(scene.meshes.filter(isKept)),
    trees: prepared.trees,
    ...(sceneSeconds && { sceneSeconds }),
    warnings: [...reference.warnings, ...surveyDoubts(survey, scene), ...blind],
  };
}

/** The scene with its trees, and the seconds that it took. */
async function readAndPrepare(given: Survey['scene'], { machine, log = SILENT_LOG, ...options }: LookOptions) {
  const seconds = () => machine.processorSeconds?.() ?? 0;
  const { files, sceneHelper: helper } = machine;
  const start = seconds();
  const scene = isScene(given) ? given : await loadScene(given, { ...options, files, helper, log });
  const read = seconds();
  const prepared = await machine.prepareScene(scene, { ...options, log });
  const sceneSeconds = machine.processorSeconds && { load: read - start, build: seconds() - read };
  return { scene, prepared, sceneSeconds };
}

const trianglesOf = (meshes: Scene['meshes']): number =>
  meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);

/** Position of the first scanner at the start of a leg; a mount turns with its platform, which stands level. */
function scannerStart({ instruments }: Survey, leg: Survey['legs'][number]): [number, number, number] {
  const [x, y, z] = legPositions(leg, 2)[0];
  const { position } = leg.mount ?? instruments[0].mount;
  return [x, y, z + position[2]];
}

function sharesOf(scans: readonly ProbedScan[], leg: number): Pick<LegLook, 'hitShare' | 'lostShare'> {
  const sum = (key: 'hits' | 'tried' | 'lost') => scans.reduce((all, scan) => all + scan[key][leg], 0);
  const [hits, tried, lost] = [sum('hits'), sum('tried'), sum('lost')];
  return { hitShare: tried > 0 ? hits / tried : 0, lostShare: lost > 0 ? lost / (hits + lost) : 0 };
}
