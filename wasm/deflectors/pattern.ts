// Any pattern: one direction a shot from a table, over and over.

import { elements, program } from '../addresses.generated';
import { Aim, PulseProgram } from '../records.generated';
import { shotsSince } from '../schedule';
import { setBeam } from './beam';

export function pattern(laser: usize): void {
  const aim = elements + <usize>(shotsSince % load<u32>(program, PulseProgram.elementCount)) * Aim.SIZE;
  setBeam(<f64>load<f32>(aim, Aim.x), <f64>load<f32>(aim, Aim.y), <f64>load<f32>(aim, Aim.z));
}
