import { normalPair, SEED_DEFAULT } from '../../../base/random.js';
import { RandomStream } from '../../../base/random-stream.js';
import type { HeliosReading } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';

/**
 * The legs of a survey, each moved along x, y and z by normal random numbers if the survey asks for it. They follow
 * from the seed and the leg's number.
 */
export function offsetLegs(reading: HeliosReading, survey: HeliosSurvey): readonly HeliosLeg[] {
  const { legs, legOffset, place } = survey;
  if (legOffset === undefined) return legs;
  const { mean, deviation } = legOffset;
  const { seed = SEED_DEFAULT } = reading;
  reading.quirks.note(
    36,
    place,
    `legRandomOffset (mean ${mean} m, deviation ${deviation} m) follows from the seed, ${seed}; in HELIOS++ from none`,
  );
  const draws = new Float64Array(4);
  return legs.map((leg, index) => {
    const random = new RandomStream(seed, `legRandomOffset ${index}`);
    normalPair(random.bits(), random.bits(), draws, 0);
    normalPair(random.bits(), random.bits(), draws, 2);
    const [dx, dy, dz] = draws.map((draw) => mean + deviation * draw);
    const { platform } = leg;
    return { ...leg, platform: { ...platform, x: platform.x + dx, y: platform.y + dy, z: platform.z + dz } };
  });
}
