// A mirror that swings about two axes (MEMS, galvanometers; one axis only: a resonant scan line): azimuth a and elevation e
// of the beam each follow a sine A sin 2πp, a triangle or a sawtooth of the cycle's share p; d = (cos e sin a, cos e cos a, sin e).

import { elements } from '../addresses.generated';
import { Swing, WAVE_SINE, WAVE_TRIANGLE } from '../records.generated';
import { shotsSince } from '../schedule';
import { cosine, sinCos, sine } from '../trigonometry';
import { angleOf, setBeam } from './beam';

export function swing(laser: usize): void {
  sinCos(angleOfSwing(elements));
  const right = sine, forward = cosine;
  sinCos(angleOfSwing(elements + Swing.SIZE));
  setBeam(cosine * right, cosine * forward, sine);
}

function angleOfSwing(swing: usize): f64 {
  const p = <f64>shotsSince * load<f64>(swing, Swing.cyclesPerShot) + load<f64>(swing, Swing.phase);
  return load<f64>(swing, Swing.amplitude) * wave(load<u32>(swing, Swing.waveform), p);
}

/** −1…1 at the fraction `p` of a cycle: rising from 0, except the sawtooth, which begins at −1. */
function wave(waveform: u32, p: f64): f64 {
  if (waveform == WAVE_SINE) {
    sinCos(angleOf(p));
    return sine;
  }
  if (waveform == WAVE_TRIANGLE) {
    const shifted = p + 0.25;
    return 1 - 4 * abs(shifted - floor(shifted) - 0.5);
  }
  return 2 * (p - floor(p)) - 1;
}
