// No deflector: the beam continues undeflected (a stack of lasers on a spinning head).
// uses: schedule vectors
// gives: Element deflect

alias Element = Aim;

fn deflect(shot: Shot, channel: u32) -> Vector {
  return channels[channel].incident;
}
