import { type SourcePlace, UserError } from '../../base/errors.js';
import { draw, normalPair, type StreamKey } from '../../base/random.js';
import type { IntensityOf } from '../../cloud/tone-mapping/intensity-scale.js';
import { parseRangeNoise, RANGE_NOISE_MAX } from '../../scanner/range-noise.js';
import type { Detection } from '../../scanner/scanner.js';
import type { Alter } from './artefact-kind.js';
import { STREAMS } from './draw-streams.js';
import { NOTHING } from './echo.js';

/** A formula, and its place, if that is known. */
interface WrittenFormula {
  text: string;
  place?: SourcePlace;
}

/**
 * Noise of ranges along the beam with the standard deviation rangeNoiseFormula + rangeNoisePerMetre · R; normal. Throws
 * UserError where the formula is no standard deviation.
 */
export function formulaNoise(
  written: WrittenFormula,
  detection: Detection,
  key: StreamKey,
  intensity: IntensityOf,
): Alter {
  const formula = parseRangeNoise(written.text);
  const [words, pair] = [new Uint32Array(4), new Float64Array(2)];
  return ({ first, echoes, points }) => {
    for (let k = 0; k < echoes.length; k++)
      for (const echo of echoes[k]) {
        const { source, range, energy } = echo;
        const incidence = source === NOTHING ? 0 : points.incidenceAngle[source];
        const values = { range, incidence, energy, intensity: intensity(energy, range) };
        const stated = formula(values);
        if (!(stated >= 0 && stated <= RANGE_NOISE_MAX)) throw badDeviation(written, stated, values);
        draw(key, first + k, echo.number, STREAMS.rangeNoise, words);
        normalPair(words[0], words[1], pair, 0);
        echo.range += (stated + detection.rangeNoisePerMetre * range) * pair[0];
      }
  };
}

function badDeviation(
  { text, place }: WrittenFormula,
  found: number,
  values: Readonly<Record<string, number>>,
): UserError {
  const at = Object.entries(values).map(([name, value]) => `${name} ${Number(value.toPrecision(6))}`);
  return new UserError(
    `rangeNoise: found ${found} m from ${JSON.stringify(text)} at ${at.join(', ')}; expected a number >= 0 and <= ${RANGE_NOISE_MAX} (m), usually 0.001 to 0.1`,
    { place, hint: 'bound it, for example with max(0.001, …)' },
  );
}
