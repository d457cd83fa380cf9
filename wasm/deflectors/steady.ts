// No deflector: the beam continues undeflected (a stack of lasers on a spinning head).

import { loadPair } from '../pairs';
import { Channel } from '../records.generated';
import { setBeam } from './beam';

export function steady(first: usize, second: usize): void {
  const at = Channel.incident;
  setBeam(loadPair(first, second, at), loadPair(first, second, at + 8), loadPair(first, second, at + 16));
}
