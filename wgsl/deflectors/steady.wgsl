// No deflector: the beam continues undeflected (a stack of lasers on a spinning head).

alias Element = Aim;

fn deflect(shot: Shot, channel: u32) -> Vector {
  return channels[channel].incident;
}
