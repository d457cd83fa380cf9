import { streamKey } from '../../src/base/random.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import type { PointColoring } from '../../src/cloud/shading/point-coloring.js';
import { amplitudeScale } from '../../src/cloud/tone-mapping/intensity-scale.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { Point } from '../../src/device/records.generated.js';
import { openCpuEngine, SOLO_SUBRAYS } from '../../src/engine/cpu/node-cpu-engine.js';
import type { Engine, EngineCounters, Records } from '../../src/engine/engine.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import type { DeviceMaterials } from '../../src/pack/material-records.js';
import { mediaKinds } from '../../src/pack/pack-media.js';
import { hasNormals, materialsAt, type PreparedScene } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { samplesMaxOf } from '../../src/pack/receiver-records.js';
import { createRunSettings, type RunInput } from '../../src/pack/run-settings.js';
import type { Leg, StationPath } from '../../src/platform/leg.js';
import { type Footprint, ONE_SUBRAY } from '../../src/scanner/footprint.js';
import { PHYSICS, type Physics } from '../../src/scanner/physics.js';
import { NO_NOISE } from '../../src/scanner/resolve-detection.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Detection, LaserChannel, Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { ownRoom } from '../../src/simulation/points/point-room.js';
import { surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import { unpackPoints } from '../../src/simulation/points/unpack-points.js';
import { preparedSceneOf } from './scenes.js';

const DEGREE = Math.PI / 180;

/** A laser in the middle of the head, along the deflector's frame. */
export const ONE_LASER: LaserChannel = { elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 };

/**
 * An instrument without noise that sees everything: 1 J, 1 m² receiver factor, 5 ns. Looks along
 * +y unless told otherwise.
 */
export function testScanner(
  overrides: Partial<Omit<Scanner, 'detection'>> & { detection?: Partial<Detection> } = {},
): Scanner {
  const { detection, ...rest } = overrides;
  return {
    id: 'test',
    name: 'test',
    wavelengthNm: 1064,
    divergence: roundBeam(0.15e-3),
    exitRadius: 0,
    pulse: { energy: 1, duration: 5e-9 },
    receiver: { diameter: 2, efficiency: 1 },
    detection: {
      rangeMin: 0,
      rangeMax: 1e5,
      minEnergy: 1e-30,
      maxReturns: 15,
      rangeResolution: 0.75,
      ...NO_NOISE,
      ...detection,
    },
    channels: [ONE_LASER],
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: 0,
      elevationMax: 0,
      verticalStep: DEGREE,
      horizontalStep: DEGREE,
      lineRateMaxHz: 100,
    },
    source: 'none: a test',
    ...rest,
  };
}

/** Surfaces that send nothing back. */
export const NO_MATERIALS: DeviceMaterials = { materials: new ArrayBuffer(0), cubics: new ArrayBuffer(0) };

/** Settings of a run; up to 15 returns of a pulse. */
export const settingsWith = ({
  footprint = ONE_SUBRAY,
  materials = NO_MATERIALS,
  ...more
}: Partial<Omit<RunInput, 'maxReturns'>> = {}) => createRunSettings({ footprint, maxReturns: 15, materials, ...more });

/** One pulse along +y from `position` unless the sector (degrees) says otherwise. */
export function station(position: Vec3, options: { sectorDeg?: number; attitude?: StationPath['attitude'] } = {}): Leg {
  return {
    name: 'station',
    pointSourceId: 1,
    path: { kind: 'station', position, attitude: options.attitude ?? { heading: 0, pitch: 0, roll: 0 } },
    azimuthStart: 0,
    azimuthEnd: (options.sectorDeg ?? 1) * DEGREE,
    startTime: 0,
  };
}

export interface BeamOptions {
  scanner?: Scanner;
  footprint?: Footprint;
  extinction?: number;
  energy?: Physics['energy'];
  /** Differences from the physics of instruments. */
  physics?: Partial<Physics>;
  seed?: number;
  /** The scene's clock where legs start, seconds; absent: 0. */
  sceneTime?: number;
  /** Fills in the colours of points; absent: they have none. */
  colors?: PointColoring;
}

export interface ScanOptions extends BeamOptions {
  threads?: number;
}

export interface Scan {
  batches: PointBatch[];
  /** Words of the points' colours, in their order, if they were asked for. */
  colors: number[];
  counters: EngineCounters;
}

/** Scans `scene` by `legs` on the CPU. */
export async function scan(scene: Scene, legs: Leg[], options: ScanOptions = {}): Promise<Scan> {
  const { threads = 1 } = options;
  const soloSubrays = threads === 1 ? SOLO_SUBRAYS : 0;
  const stage = await openScene(scene, (device) => openCpuEngine({ scene: device, threads, soloSubrays }));
  try {
    return await stage.scan(legs, options);
  } finally {
    await stage.close();
  }
}

/**
 * The CPU engine, in the calling thread for so few subrays as tests trace: threads would take longer to start. That
 * points do not depend on threads is shown by engine/solo-subrays.test.ts.
 */
export const openCpuWithoutThreads = (scene: DeviceScene): Promise<Engine> =>
  openCpuEngine({ scene, threads: 2, soloSubrays: SOLO_SUBRAYS });

/** A scene on an engine, to be scanned several times: an engine takes longer to open than a test's scan. */
export interface OpenScene {
  scan(legs: Leg[], options?: BeamOptions): Promise<Scan>;
  close(): Promise<void>;
}

export async function openScene(scene: Scene, open: (scene: DeviceScene) => Promise<Engine>): Promise<OpenScene> {
  const device = await preparedSceneOf(scene);
  const engine = await open(device.device);
  return {
    scan: (legs, options) => scanOn(engine, device, scene, legs, options),
    close: () => engine.close(),
  };
}

/** Scans the scene of an engine by `legs`. */
export async function scanOn(
  engine: Engine,
  device: PreparedScene,
  { frameOrigin, surfaces }: Scene,
  legs: Leg[],
  options: BeamOptions = {},
): Promise<Scan> {
  const { scanner = testScanner(), extinction = 0, energy, physics, seed = 1, sceneTime, colors } = options;
  const footprint: Footprint = options.footprint ?? { pattern: 'rings', subrays: 19, weights: 'gaussian' };
  const materials = materialsAt(device, scanner.wavelengthNm, RADIOMETRY_DEFAULTS);
  const settings = createRunSettings({
    footprint,
    maxReturns: scanner.detection.maxReturns,
    wideExit: scanner.exitRadius > 0,
    samplesMax: scanner.sampling && samplesMaxOf(scanner.sampling),
    materials,
    normals: hasNormals(device),
    media: mediaKinds(device.device.buffers.media),
    energy,
    colors,
  });
  const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
  const context = { frameOrigin, labels: surfaceColumns(surfaces), intensity: amplitudeScale(scanner.detection) };
  const batches: PointBatch[] = [];
  const words: number[] = [];
  for (const [k, leg] of legs.entries()) {
    const randomKey = streamKey(seed, k);
    const program = createPulseProgram({
      scanner,
      mount,
      leg,
      randomKey,
      frameOrigin,
      sceneTime,
      footprint,
      extinction,
      physics: { ...PHYSICS.si, ...physics, ...(energy && { energy }) },
    });
    for await (const { outputs } of engine.trace(settings, program)) {
      batches.push(
        ownRoom(
          unpackPoints(outputs.points, { ...context, startTime: leg.startTime, pointSourceId: leg.pointSourceId }),
        ).points,
      );
      if (colors !== undefined) words.push(...colorsIn(outputs.points));
    }
  }
  return { batches, colors: words, counters: engine.counters };
}

const colorsIn = ({ words, count }: Records): number[] =>
  Array.from({ length: count }, (_, k) => words[(k * Point.SIZE + Point.color) / 4]);

/** The points of all batches of one attribute, in order. */
export function column<K extends keyof PointBatch>({ batches }: Scan, key: K): number[] {
  return batches.flatMap((batch) => Array.from(batch[key] as ArrayLike<number>));
}
