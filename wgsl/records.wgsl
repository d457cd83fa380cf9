// The records that pass between the stages, and between host and device: written down once.
// Lengths in metres in the device frame (relative to Scene.frameOrigin), angles in radians, energies in joules.
// A number given as two f32, high and low part, is their sum: 48 bits of mantissa. vec2<u32> are the bits of an f64, low word
// first, but for what is said to be whole numbers.

// ---- scene ----------------------------------------------------------------------------------------------------

// Four children of the CPU's tree, boxes by axis. A child is 0 (none: its box is empty), a node, or a leaf (highest bit set):
// in a mesh's tree bits 28..30 hold the number of triangle blocks less one and bits 0..27 the first of them;
// in the tree over instances bits 0..27 hold the instance. 128 bytes: two cache lines.
struct Node4 {
  minX: vec4<f32>,
  maxX: vec4<f32>,
  minY: vec4<f32>,
  maxY: vec4<f32>,
  minZ: vec4<f32>,
  maxZ: vec4<f32>,
  child: vec4<u32>,
  unused: vec4<u32>,
}

// Two children of the GPU's tree, their boxes in the parent: one fetch decides on both. A child is a node, or a leaf (highest
// bit set): in a mesh's tree bits 26..30 hold the number of triangles less one and bits 0..25 the first of them; in the
// tree over instances bits 0..25 hold the instance. 64 bytes: half a cache line.
struct Node2 {
  minA: vec3<f32>, childA: u32,
  maxA: vec3<f32>, unusedA: u32,
  minB: vec3<f32>, childB: u32,
  maxB: vec3<f32>, unusedB: u32,
}

// One triangle of the GPU's scene; `id` and `group` as in TriangleBlock. 48 bytes.
struct Triangle {
  a: vec3<f32>, id: u32,
  b: vec3<f32>, group: u32,
  c: vec3<f32>, unused: u32,
}

// Four triangles, corner by corner and axis by axis; empty places have NaN corners. `id` is the triangle's number in its
// mesh, `group` its surface relative to the instance's surfaceBase. 176 bytes.
struct TriangleBlock {
  ax: vec4<f32>, ay: vec4<f32>, az: vec4<f32>,
  bx: vec4<f32>, by: vec4<f32>, bz: vec4<f32>,
  cx: vec4<f32>, cy: vec4<f32>, cz: vec4<f32>,
  id: vec4<u32>,
  group: vec4<u32>,
}

// One placement of a mesh: the affine map from the device frame into the mesh's, rows as (linear x, y, z, shift);
// flags: 1 where the two frames are the same, 2 where some of its surfaces are cut out by masks; the place among the images
// of the UvMap of its first triangle, 0: none. 64 bytes.
struct Instance {
  toMesh0: vec4<f32>, toMesh1: vec4<f32>, toMesh2: vec4<f32>,
  rootNode: u32,
  surfaceBase: u32,
  flags: u32,
  uvMaps: u32,
}

// What a hit lies on. Places of Texture records among the images, 0: none: the mask that cuts it out (1 where it stands), and the
// picture that tells which surface it is instead, counting from `choices`.
struct Surface { material: u32, mask: u32, choice: u32, choices: u32 }

// What a surface sends back the way it came, at the laser's wavelength: π f_r over the angle of incidence (0 … π/2) and the
// azimuth (0 … 2π, from the surface's tangent), piecewise cubic, in as many equal cells of each. No cells: the same at every
// angle; one cubic then. `weighted`: 1 where the cubics hold π f_r cos θ instead.
// `reflectance` and `color`: places of Texture records among the images, 0: none.
struct Material {
  firstCubic: u32, thetaCells: u32, phiCells: u32, weighted: u32,
  reflectance: u32, color: u32, unused0: u32, unused1: u32,
}

// ((a t + b) t + c) t + d over a cell, t from 0 to 1 along it. Where the azimuth counts, four stand for a cell (number
// azimuth · thetaCells + angle): those of s³, s², s and 1, with s from 0 to 1 along the cell's azimuths.
struct Cubic { a: f32, b: f32, c: f32, d: f32 }

// The images are one array of words: Texture records, their texels, and the UvMaps of meshes that have texture coordinates.

// A texture: its first word; texels to the right and down; how many surfaces it tells apart. format: bits 0…2 hold the
// logarithm of the bits of a texel (1: mask, 8: one channel, 32: red, green, blue, alpha from the lowest byte), bits 4…5 and
// 6…7 what is beyond its edges along u and v (0: the same again, 1: mirrored, 2: the edge).
struct Texture { first: u32, width: u32, height: u32, format: u32, choices: u32 }

// Texture coordinates over a triangle: each the product of its row with (x, y, z, 1) in the mesh's frame. 32 bytes.
struct UvMap { u: vec4<f32>, v: vec4<f32> }

// ---- the run and its legs --------------------------------------------------------------------------------------

// What holds for all pulses of a run.
struct Run {
  seed: u32,
  subrayCount: u32,
  maxReturns: u32,
  // 0: offsets as in the Subray records; 1: drawn in the disc for each pulse, uniform; 2: drawn, Gaussian.
  pattern: u32,
  // 1/e² half angle of the beam.
  divergence: f32,
  // Pulse energy · D² · η_sys / 4, J m².
  energyFactor: f32,
  // One way, 1/m.
  extinction: f32,
  minEnergy: f32,
  // Hits farther apart than this are two echoes.
  rangeResolution: f32,
  // Standard deviation.
  rangeNoise: f32,
  // Full width at half maximum, seconds.
  pulseDuration: f32,
  // Always 0, which no compiler of WGSL can know: see double.wgsl.
  zero: u32,
  // Unit vector to the sun, in the device frame.
  toSun: vec3<f32>,
  // 0: points have no colour; 1: they have that of the texture at the hit; 2: and whether the sun shines there.
  colors: u32,
}

// One ray of the footprint: its direction as shares of the beam's right-hand, upward and axis direction (of length 1
// together), and its share of the pulse's energy.
struct Subray { right: f32, up: f32, forward: f32, weight: f32 }

// One laser: its deflector's frame (undeflected beam +y) in the head's, whose z is the axis that the head turns about, as
// columns; where its beam leaves there; the direction in which light enters the deflector. 136 bytes.
struct Channel {
  axisX: array<vec2<u32>, 3>,
  axisY: array<vec2<u32>, 3>,
  axisZ: array<vec2<u32>, 3>,
  origin: array<vec2<u32>, 3>,
  incident: array<vec2<u32>, 3>,
  // After its shot began.
  fireTime: vec2<u32>,
  rangeMin: f32,
  rangeMax: f32,
}

// How the pulses of a leg follow from their number n. All channels fire at a shot: n = shot · channelCount + channel. With
// j = shot + phase, the first `lead` shots are those of a cycle already under way, at j · pulsePeriod; then, with
// m = j − lead, c = m mod cycle and f = m div cycle, at cycleTime + f · cyclePeriod + c · pulsePeriod (+ the channel's
// fire time). Then the head stands at headStart + headRate · time, clockwise seen from the tip of its axis.
struct PulseProgram {
  // What deflects the beam: see DEFLECTORS in src/scanner/deflector-parts.ts, and wasm/deflectors/.
  kind: u32,
  pulseCount: u32,
  channelCount: u32,
  leg: u32,
  cycle: u32,
  lead: u32,
  phase: u32,
  // Records of the deflector.
  partCount: u32,
  knotCount: u32,
  unused: u32,
  cyclePeriod: vec2<u32>,
  pulsePeriod: vec2<u32>,
  cycleTime: vec2<u32>,
  headStart: vec2<u32>,
  headRate: vec2<u32>,
  // Sector in which pulses leave, as angle of the head after its start; infinite: all do.
  sector: vec2<u32>,
  // The head's frame at angle 0 in the platform's body (x right, y forward, z up): columns, and its origin.
  axisX: array<vec2<u32>, 3>,
  axisY: array<vec2<u32>, 3>,
  axisZ: array<vec2<u32>, 3>,
  leverArm: array<vec2<u32>, 3>,
}

// A pose of the platform; between two of them position and quaternion change evenly. 80 bytes.
struct Knot {
  time: vec2<u32>,
  // 1 / (time to the next knot).
  inverseStep: vec2<u32>,
  position: array<vec2<u32>, 3>,
  // Body to device frame: unit quaternion x, y, z, w, on the side of its neighbours.
  orientation: array<vec2<u32>, 4>,
  // x and y of the body's right-hand side, level.
  levelRight: vec2<f32>,
}

// ---- the parts of a deflector: one or several of one kind ------------------------------------------------------------

// A facet of a polygon: elevation start + c · step at shot c of its line; its inclination to the shaft, and the shaft's to
// the plane across the incoming beam. The first one is that of the line under way.
struct Facet {
  start: vec2<u32>,
  step: vec2<u32>,
  tiltSine: vec2<u32>, tiltCosine: vec2<u32>,
  shaftSine: vec2<u32>, shaftCosine: vec2<u32>,
}

// A stretch of the stroke of an oscillating mirror, from shot `first` of the half cycle: elevation c0 + c1 k + c2 k².
struct Stroke {
  first: u32, unused: u32,
  c0: vec2<u32>,
  c1: vec2<u32>,
  c2: vec2<u32>,
}

// The swing of a mirror about one axis; waveform 0: sine, 1: triangle, 2: sawtooth.
struct Swing {
  amplitude: vec2<u32>,
  cyclesPerShot: vec2<u32>,
  phase: vec2<u32>,
  waveform: u32, unused: u32,
}

// A cone about the undeflected beam, by the tangents of its half angles.
struct Cone {
  turnsPerShot: vec2<u32>,
  // Turns at the first shot, here and below.
  phase: vec2<u32>,
  across: vec2<u32>,
  along: vec2<u32>,
}

// A mirror that nutates: tilt of its normal to the shaft, angle of incidence on the shaft.
struct Nutation {
  turnsPerShot: vec2<u32>,
  phase: vec2<u32>,
  tiltSine: vec2<u32>, tiltCosine: vec2<u32>,
  incidenceSine: vec2<u32>, incidenceCosine: vec2<u32>,
}

// A turning wedge: angle between its faces, index of the glass relative to the air; inclinedFirst: 1 where light meets the
// inclined face first.
struct Prism {
  turnsPerShot: vec2<u32>,
  phase: vec2<u32>,
  wedgeSine: vec2<u32>, wedgeCosine: vec2<u32>,
  index: vec2<u32>,
  inverseIndex: vec2<u32>,
  inclinedFirst: u32, unused: u32,
}

// The direction of one shot of a pattern.
struct Aim { x: f32, y: f32, z: f32 }

// ---- pulse -> subray -> traverse -> reflect --------------------------------------------------------------------

// One laser shot: where the beam leaves, its axis and the beam's right-hand direction (unit vectors). `scanSine` is the
// sine of the angle between axis and the platform's vertical plane; `silent` where the instrument does not fire here.
// 64 bytes a pulse.
struct Pulse {
  origin: vec3<f32>, channel: u32,
  direction: vec3<f32>, scanSine: f32,
  right: vec3<f32>, number: u32,
  timeHigh: f32, timeLow: f32,
  silent: u32, unused: u32,
}

// Nearest hit of one subray; the normal is turned to the sensor, the energy is that which comes back to the receiver.
// Filled in by traverse (distance < 0: none; the triangle's place, then, refined, its number), completed by reflect. The GPU holds whole records; the CPU holds them by
// field: of a pulse first the distances of all its subrays, padded to whole vectors, then their triangles, and so on.
// 32 bytes a subray.
struct Hit {
  distance: f32,
  triangle: u32,
  instance: u32,
  surface: u32,
  normalX: f32,
  normalY: f32,
  normalZ: f32,
  energy: f32,
}

// The pulses that the GPU has in work: a stretch of a leg, in order. `top` is the root of the tree over instances.
struct Chunk {
  firstPulse: u32,
  pulseCount: u32,
  topNode: u32,
  instanceCount: u32,
}

// ---- echo -> perturb -> pack -------------------------------------------------------------------------------------

// One echo of a pulse as recorded; what leaves the device: angles as sine or cosine, the host takes the inverse.
// 80 bytes a point.
struct Point {
  position: vec3<f32>,
  range: f32,
  normal: vec3<f32>,
  incidenceCosine: f32,
  energy: f32,
  echoWidth: f32,
  surface: u32,
  pulse: u32,
  returnNumber: u32,
  returnCount: u32,
  hitSubrays: u32,
  channel: u32,
  scanSine: f32,
  timeHigh: f32,
  timeLow: f32,
  // Texel at the hit nearest to the beam's axis on this surface: red, green, blue from the lowest byte (white where the material
  // has no texture of colours); 255 above them where the sun shines there, 0 in shadow. From echo to shade: that hit's subray.
  color: u32,
}

// What the GPU counts over a chunk; both follow from sums over its pulses.
struct Totals {
  returns: u32,
  hits: u32,
  unused0: u32, unused1: u32,
}
