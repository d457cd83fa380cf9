// Replaces moving.wgsl if nothing in the scene moves.
// gives: HAS_MOVERS mapAt mapInHand mapMover moverRoot takeTime

const HAS_MOVERS = false;

fn takeTime(pulse: Pulse) {}

fn moverRoot() -> u32 {
  return DONE;
}

fn mapMover(instance: u32) -> bool {
  return true;
}

fn mapInHand(instance: u32) -> Instance {
  return instances[instance];
}

fn mapAt(instance: u32) -> Instance {
  return instances[instance];
}
