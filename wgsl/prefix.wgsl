// Prefix sums over the pulses of a chunk, in two steps: within blocks of pulses, then over the blocks. Each invocation
// sums up a run of pulses; over the workgroup, the sums double their reach with each step (Hillis and Steele 1986, CACM
// 29(12)).

// Steps until a sum reaches over the workgroup, a power of 2.
const DOUBLINGS = countTrailingZeros(WORKGROUP);

var<workgroup> partial: array<vec4<u32>, WORKGROUP>;

// For each invocation of the workgroup, the sum of `value` over those up to and including it. All of them must call it.
fn inclusiveSum(lane: u32, value: vec4<u32>) -> vec4<u32> {
  var sum = value;
  for (var step = 0u; step < DOUBLINGS; step++) {
    let reach = 1u << step;
    partial[lane] = sum;
    workgroupBarrier();
    if (lane >= reach) { sum += partial[lane - reach]; }
    workgroupBarrier();
  }
  return sum;
}
