// No deflector: the beam goes on as it came (a stack of lasers on a spinning head).

alias Element = Aim;

fn deflect(shot: Shot, channel: u32) -> Vector {
  return channels[channel].incident;
}
