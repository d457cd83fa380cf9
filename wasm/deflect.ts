// The deflector of the leg: which of the kinds in deflectors/ turns the beam. The numbers are those of PulseProgram.kind.

import { program } from './addresses.generated';
import { steady } from './deflectors/steady';
import { sweep } from './deflectors/sweep';
import { oscillate } from './deflectors/oscillate';
import { swing } from './deflectors/swing';
import { cone } from './deflectors/cone';
import { nutate } from './deflectors/nutate';
import { refract } from './deflectors/refract';
import { pattern } from './deflectors/pattern';
import { PulseProgram } from './records.generated';

/** Leaves the beam of the shot scheduled last in deflectors/beam; `laser` is its Channel record. */
export function deflect(laser: usize): void {
  switch (load<u32>(program, PulseProgram.kind)) {
    case 0: return steady(laser);
    case 1: return sweep();
    case 2: return oscillate();
    case 3: return swing();
    case 4: return cone();
    case 5: return nutate();
    case 6: return refract(laser);
    default: return pattern();
  }
}
