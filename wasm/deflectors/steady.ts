// No deflector: the beam continues undeflected (a stack of lasers on a spinning head).

import { Channel } from '../records.generated';
import { component } from '../vectors';
import { setBeam } from './beam';

export function steady(laser: usize): void {
  setBeam(component(laser + Channel.incident, 0), component(laser + Channel.incident, 1), component(laser + Channel.incident, 2));
}
