import { AbortedError } from '../../base/errors.js';
import { turnTaker } from '../../base/steps.js';
import type { Vec3 } from '../../base/vec3.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import { Pulse } from '../../device/records.generated.js';
import { bindPulseStage } from '../../engine/cpu/pulse-stage.js';
import type { Leg } from '../../platform/leg.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Survey } from '../../survey/survey.js';
import { evenPulses } from '../beam-sample.js';
import { programOf, sceneTimeOf } from '../instrument-scan.js';
import { standLegsOn } from '../stand-legs.js';
import { footprintEllipse } from './footprint-ellipse.js';
import { type PlaceOfLeg, scanAt } from './leg-inspection.js';
import type { SceneInspector } from './scene-inspector.js';

/** The leg to preview, and the number of beams. */
export interface PreviewChoice extends Partial<PlaceOfLeg> {
  /** About so many of its pulses, evenly over it; absent: 2000. */
  pulses?: number;
  signal?: AbortSignal;
}

/**
 * Some beams of a leg, an entry each (vectors: three, x y z), in order of their pulses: plain data. World coordinates,
 * metres.
 */
export interface LegPreview {
  scanner: number;
  leg: number;
  /** Pulses of the leg, of all lasers. */
  pulseCount: number;
  /** Beams in this preview: pulses that are fired. */
  count: number;
  /** Numbers of the pulses. */
  pulses: Uint32Array;
  /** Seconds from the leg's first pulse. */
  times: Float64Array;
  channels: Uint32Array;
  /** Their origins, and their axes (unit vectors), as the instrument takes them. */
  origins: Float64Array;
  directions: Float32Array;
  /** Ranges at which their axes meet the scene, metres; NaN for a miss, and without a scene. */
  ranges: Float32Array;
  /** Numbers of the objects that are met; 0: none. */
  objects: Uint32Array;
  /**
   * The ellipse of the beam's 1/e² width on the surface that its axis meets: its two half axes, the longer one first, 6
   * numbers.
   */
  footprints: Float32Array;
}

/** Pulses between two places where others have their turn. */
const BLOCK = 512;

/**
 * Up to about `pulses` beams of a leg, by the stages that fire them in a run, and their hits in the inspected scene;
 * without a scene ranges and footprints are NaN. Throws UserError for a leg that the survey does not have, or that has
 * no ground below it; AbortedError.
 */
export async function previewLeg(
  survey: Survey,
  on: SceneInspector | WebAssembly.Module,
  { scanner = 0, leg = 0, pulses = 2000, signal }: PreviewChoice = {},
): Promise<LegPreview> {
  if (signal?.aborted) throw new AbortedError();
  const inspector = on instanceof WebAssembly.Module ? undefined : on;
  const at = { scanner, leg };
  scanAt(survey, at);
  const scan = scanAt(inspector === undefined ? survey : await standing(survey, leg, inspector, signal), at);
  const frameOrigin = inspector?.scene.frameOrigin ?? placeNear(scan.legs[leg]);
  const program = programOf(scan, leg, { frameOrigin });
  const beams = listBeams(program, on instanceof WebAssembly.Module ? on : on.module, pulses);
  const preview = emptyPreview(at, program.pulseCount, beams, frameOrigin);
  const sceneTime = sceneTimeOf(scan, leg);
  if (inspector === undefined) return preview;
  const takeTurn = turnTaker(signal);
  for (let from = 0; from < beams.count; from += BLOCK) {
    meetScene(inspector, preview, beams, { from, sceneTime, scanner: scannerIn(scan, leg) });
    await takeTurn();
  }
  return preview;
}

/** The survey with this leg on the ground. */
async function standing(survey: Survey, leg: number, inspector: SceneInspector, signal?: AbortSignal): Promise<Survey> {
  const one = { legs: [survey.legs[leg]] };
  const { legs } = await standLegsOn(one, (area, place) => inspector.groundOver(area, place, signal));
  return legs === one.legs ? survey : { ...survey, legs: survey.legs.with(leg, legs[0]) };
}

/** Whole metres near the path of a leg, so that f32 holds its places. */
function placeNear({ path }: Leg): Vec3 {
  const place =
    path.kind === 'station' ? path.position : path.kind === 'straight' ? path.from : path.trajectory.positions;
  return [Math.round(place[0]), Math.round(place[1]), Math.round(place[2])];
}

/** Pulse records of a leg that are fired, in memory of their own. */
interface Beams {
  count: number;
  numbers: Uint32Array;
  floats: Float32Array;
  words: Uint32Array;
}

const WORDS = Pulse.SIZE / 4;

/** Some pulses of a leg, evenly over it. */
function listBeams(program: PulseProgram, module: WebAssembly.Module, most: number): Beams {
  const stage = bindPulseStage(program, module);
  const wanted = [...new Set(evenPulses(program.pulseCount, most))];
  const words = new Uint32Array(wanted.length * WORDS);
  const numbers = new Uint32Array(wanted.length);
  let count = 0;
  for (const number of wanted) {
    words.set(stage(number, 1).words.subarray(0, WORDS), count * WORDS);
    if (words[count * WORDS + Pulse.silent / 4] !== 0) continue;
    numbers[count++] = number;
  }
  return { count, numbers: numbers.slice(0, count), words, floats: new Float32Array(words.buffer) };
}

function emptyPreview(at: PlaceOfLeg, pulseCount: number, beams: Beams, frameOrigin: Vec3): LegPreview {
  const { count, numbers, floats, words } = beams;
  const preview: LegPreview = {
    ...at,
    pulseCount,
    count,
    pulses: numbers,
    times: new Float64Array(count),
    channels: new Uint32Array(count),
    origins: new Float64Array(3 * count),
    directions: new Float32Array(3 * count),
    ranges: new Float32Array(count).fill(Number.NaN),
    objects: new Uint32Array(count),
    footprints: new Float32Array(6 * count).fill(Number.NaN),
  };
  for (let k = 0, w = 0; k < count; k++, w += WORDS) {
    preview.times[k] = floats[w + Pulse.timeHigh / 4] + floats[w + Pulse.timeLow / 4];
    preview.channels[k] = words[w + Pulse.channel / 4];
    for (let axis = 0; axis < 3; axis++) {
      preview.origins[3 * k + axis] = frameOrigin[axis] + floats[w + Pulse.origin / 4 + axis];
      preview.directions[3 * k + axis] = floats[w + Pulse.direction / 4 + axis];
    }
  }
  return preview;
}

/** Lets a block of beams meet the scene, each at the time of its pulse. */
function meetScene(
  inspector: SceneInspector,
  preview: LegPreview,
  beams: Beams,
  { from, sceneTime, scanner }: { from: number; sceneTime: number; scanner: Scanner },
): void {
  const to = Math.min(beams.count, from + BLOCK);
  const rays = new Float32Array(6 * (to - from));
  for (let k = from; k < to; k++) {
    const w = k * WORDS;
    rays.set(beams.floats.subarray(w + Pulse.origin / 4, w + Pulse.origin / 4 + 3), 6 * (k - from));
    rays.set(beams.floats.subarray(w + Pulse.direction / 4, w + Pulse.direction / 4 + 3), 6 * (k - from) + 3);
  }
  const times = preview.times.subarray(from, to).map((time) => sceneTime + time);
  const hits = inspector.rays().trace(rays, times);
  for (let k = from; k < to; k++) {
    const range = hits.distance[k - from];
    if (!(range >= 0)) continue;
    preview.ranges[k] = range;
    preview.objects[k] = inspector.scene.surfaces[hits.surface[k - from]].instance;
    const vectors = beams.floats.subarray(k * WORDS);
    const normal = hits.normal.subarray(3 * (k - from), 3 * (k - from) + 3);
    preview.footprints.set(footprintEllipse(scanner, range, vectors, normal), 6 * k);
  }
}
