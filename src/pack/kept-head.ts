import { HEAD_AHEAD, HEAD_ASIDE, HEAD_TURNS, PulseProgram } from '../device/records.generated.js';
import type { RecordWriter } from './record-writer.js';

/**
 * Writes the head's motion and, unless it turns, sine and cosine of its angle (radians), which the device then need not
 * compute for each pulse. `rate`: radians a second.
 */
export function writeKeptHead(writer: RecordWriter, angle: number, rate: number): void {
  if (rate !== 0) {
    writer.u32(PulseProgram.head, HEAD_TURNS);
    return;
  }
  // + 0: the device adds the angle swept by the head, which is 0.
  const { sine, cosine } = sinCos(angle + 0);
  writer.u32(PulseProgram.head, Object.is(sine, 0) && cosine === 1 ? HEAD_AHEAD : HEAD_ASIDE);
  writer.f64(PulseProgram.headSine, sine);
  writer.f64(PulseProgram.headCosine, cosine);
}

// π/2 in two parts whose sum is accurate to 2⁻⁹⁷ (fdlibm, e_rem_pio2).
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;
const TWO_OVER_PI = 0.6366197723675814;
/** 1.5 · 2⁵²: adding it rounds a number to a whole one. */
const WHOLE = 6755399441055744;

/** Sine and cosine of x, rounded step by step as on the device: see `sinCos` in wasm/trigonometry.ts. |x| < 2²⁰. */
function sinCos(x: number): { sine: number; cosine: number } {
  const quarter = x * TWO_OVER_PI + WHOLE - WHOLE;
  const r = x - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW;
  const z = r * r;
  const zz = z * z;
  const s =
    r +
    r *
      z *
      (-0.16666666666666632 +
        z * 0.00833333333332249 +
        zz *
          (-0.0001984126982985795 +
            z * 2.7557313707070068e-6 +
            zz * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  const c =
    1 -
    0.5 * z +
    zz *
      (0.0416666666666666 +
        z * -0.001388888888887411 +
        zz *
          (2.480158728947673e-5 +
            z * -2.7557314351390663e-7 +
            zz * (2.087572321298175e-9 + z * -1.1359647557788195e-11)));
  const [sine, cosine] = quarter & 1 ? [c, s] : [s, c];
  return { sine: quarter & 2 ? -sine : sine, cosine: (quarter + 1) & 2 ? -cosine : cosine };
}
