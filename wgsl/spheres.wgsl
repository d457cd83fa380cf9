// Spheres around media: a whole pulse is tested against them before its subrays go through cells.
// uses: double places

// Largest difference of a pulse's directions from its axis.
fn spreadOf(p: u32, pulse: Pulse) -> f32 {
  var most = 0.0;
  for (var left = run.subrayCount; left > 0u; left--) {
    let aside = fixed3(directions[placeOf(p, run.subrayCount - left)].xyz - pulse.direction);
    most = max(most, dotFixed(aside, aside));
  }
  return roundedRoot(most);
}

// For the rounding of f32.
const SLACK: f32 = 1e-6;

// Whether a subray may meet the sphere around medium `m`: at the distance s it is at most s · spread and its exit
// beside the axis, and s is no larger than the distance of the sphere's far side.
fn touchesSphere(pulse: Pulse, spread: f32, m: u32) -> bool {
  let middle = fixed3(media[m].sphere.xyz - pulse.origin);
  let radius = fixed(media[m].sphere.w + instrument.exitReach);
  let away = roundedRoot(dotFixed(middle, middle));
  let reach = fixed(radius + fixed(fixed(spread + SLACK) * fixed(away + radius)));
  let along = dotFixed(middle, pulse.direction);
  let aside = fixed3(middle - fixed3(along * pulse.direction));
  return along >= -reach && dotFixed(aside, aside) <= fixed(reach * reach);
}

// Metres to the far side of the sphere around medium `m`.
fn farSideOf(pulse: Pulse, m: u32) -> f32 {
  let middle = fixed3(media[m].sphere.xyz - pulse.origin);
  return fixed(roundedRoot(dotFixed(middle, middle)) + media[m].sphere.w);
}
