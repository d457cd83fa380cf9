import { UserError } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { Pulse } from '../../device/records.generated.js';
import type { Survey } from '../../survey/survey.js';
import { sceneTimeOf } from '../instrument-scan.js';
import { placementOf } from '../points/leg-points.js';
import { legPosesOf } from '../points/leg-poses-of.js';
import { placePoints, positionsOf } from '../points/place-points.js';
import { placePulses } from '../points/place-pulses.js';
import type { LegInspection, PlaceOfLeg } from './leg-inspection.js';
import { missingReturns } from './missing-returns.js';
import { echoesIn } from './pulse-echoes.js';
import { pointsOfPulse, recordedOf } from './pulse-points.js';
import { pulseSubrays, vectorAt } from './pulse-subrays.js';
import type { PulseBeam, PulseTrace, Triple } from './pulse-trace.js';
import type { SceneInspector } from './scene-inspector.js';
import { traceNames } from './trace-names.js';
import { waveformOfPulse } from './waveform-of-pulse.js';

/** The pulse that `tracePulse` explains. */
export interface PulseChoice extends Partial<PlaceOfLeg> {
  /** Number of the pulse in its leg, of all lasers, from 0. */
  pulse: number;
}

/**
 * All that is known of one pulse of a survey of the inspected scene: its beam, the hit of each subray, the echoes and
 * returns, the reasons why others are missing, the waveform. Computed by the stages of the CPU engine: exactly as in a
 * run there, and to 10⁻⁵ as in one on the GPU engine. Throws UserError for a pulse that the survey does not have, and
 * for a leg without ground below it.
 */
export async function tracePulse(
  survey: Survey,
  inspector: SceneInspector,
  { scanner = 0, leg = 0, pulse }: PulseChoice,
): Promise<PulseTrace> {
  const of = await inspector.legOf(survey, { scanner, leg });
  const { pulseCount } = of.program;
  if (!(Number.isInteger(pulse) && pulse >= 0 && pulse < pulseCount))
    throw new UserError(`pulse: found ${pulse}, expected the number of one of the leg's ${pulseCount}, from 0`);
  return explain(inspector, of, pulse);
}

function explain(inspector: SceneInspector, of: LegInspection, pulse: number): PulseTrace {
  const tracer = inspector.pulses(of);
  const buffers = tracer.look(pulse);
  const { words, floats } = buffers.pulse;
  const time = floats[Pulse.timeHigh / 4] + floats[Pulse.timeLow / 4];
  const { measured, traced } = pointsOfPulse(tracer, of, pulse, buffers);
  const echoes = echoesIn(buffers.found);
  const subrays = pulseSubrays(inspector.scene, buffers, of, echoes);
  const points = placePoints(traced, placementOf(of.scan));
  const waveform = waveformOfPulse(of, buffers, recordedOf(of, pulse, buffers), traced.points.range);
  return {
    ...of.at,
    pulse,
    channel: words[Pulse.channel / 4],
    time,
    gpsTime: of.scan.legs[of.at.leg].startTime + time,
    sceneTime: sceneTimeOf(of.scan, of.at.leg) + time,
    beam: {
      origin: inWorld(inspector.scene.frameOrigin, vectorAt(buffers.pulse, Pulse.origin)),
      direction: [...vectorAt(buffers.pulse, Pulse.direction)],
    },
    reported: reportedBeam(of, pulse),
    rangeMin: floats[Pulse.rangeMin / 4],
    rangeMax: floats[Pulse.rangeMax / 4],
    subrays,
    echoes,
    returns: { points, positions: positionsOf(traced.points) },
    missing: missingReturns({ of, pulse, time, buffers, echoes, measured, traced, waveform }),
    waveform,
    names: traceNames(inspector.scene, subrays, points),
  };
}

const inWorld = (origin: Vec3, place: Vec3): Triple => [
  origin[0] + place[0],
  origin[1] + place[1],
  origin[2] + place[2],
];

/** The beam as files of pulses have it. */
function reportedBeam({ lister, scan, at, facts }: LegInspection, pulse: number): PulseBeam {
  const placed = placePulses(lister(pulse, 1), legPosesOf(scan, at.leg), facts.frameOrigin, placementOf(scan));
  const [origin, direction] = [placed.origins, placed.directions].map((list): Triple => [list[0], list[1], list[2]]);
  return { origin, direction };
}
