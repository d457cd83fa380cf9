// A mirror that swings about two axes (MEMS, galvanometers; one axis only: a resonant scan line): azimuth a and
// elevation e of the beam each follow a sine A sin 2πp, a triangle or a sawtooth of the cycle's share p; d = (cos e
// sin a, cos e cos a, sin e).

import { elements } from '../addresses.generated';
import { Swing, WAVE_SINE, WAVE_TRIANGLE } from '../records.generated';
import { stepsSince } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { angleOf, setBeam } from './beam';

export function swing(first: usize, second: usize): void {
  sinCos(angleOfSwing(elements));
  const right = sine, forward = cosine;
  sinCos(angleOfSwing(elements + Swing.SIZE));
  setBeam(f64x2.mul(cosine, right), f64x2.mul(cosine, forward), sine);
}

function angleOfSwing(swing: usize): v128 {
  const p = f64x2.add(
    f64x2.mul(stepsSince, v128.load64_splat(swing, Swing.cyclesPerShot)), v128.load64_splat(swing, Swing.phase),
  );
  return f64x2.mul(v128.load64_splat(swing, Swing.amplitude), wave(load<u32>(swing, Swing.waveform), p));
}

/** −1…1 at the fractions `p` of a cycle: rising from 0, except the sawtooth, which begins at −1. */
function wave(waveform: u32, p: v128): v128 {
  if (waveform == WAVE_SINE) {
    sinCos(angleOf(p));
    return sine;
  }
  if (waveform == WAVE_TRIANGLE) {
    const shifted = f64x2.add(p, f64x2.splat(0.25));
    const distance = f64x2.abs(f64x2.sub(f64x2.sub(shifted, f64x2.floor(shifted)), f64x2.splat(0.5)));
    return f64x2.sub(f64x2.splat(1), f64x2.mul(f64x2.splat(4), distance));
  }
  const share = f64x2.sub(p, f64x2.floor(p));
  return f64x2.sub(f64x2.add(share, share), f64x2.splat(1));
}
