// The records that pass between the stages, and between host and device, declared once. Lengths in metres in the device
// frame (relative to Scene.frameOrigin), angles in radians, energies in joules. A number given as two f32, high and low
// part, is their sum: 48 bits of mantissa.
//
// Constants that several sides share (CPU, GPU, host) are beside the record to which they belong. A constant without a
// type is f64 on the CPU and takes the type of its surroundings here.

// The bits of an f64, low word first. Rotation holds a number of a rotation (sine, cosine, tangent, axis, quaternion),
// which the host rounds so that every JavaScript engine computes the same.
alias F64 = vec2<u32>;
alias Rotation = vec2<u32>;

// No index: refers to no triangle, instance or place.
const NONE: u32 = 0xffffffffu;

// Invocations of a workgroup: two of NVIDIA's warps, one of AMD's wavefronts.
const WORKGROUP: u32 = 64u;

// ---- scene ----------------------------------------------------------------------------------------------------

// The highest bit of a child: it is a leaf.
const LEAF: u32 = 0x80000000u;

const NODE4_FIRST_BITS: u32 = 28u;
const NODE4_FIRST_MASK: u32 = 0x0fffffffu;

// Four children of the CPU's tree, boxes by axis. A child is 0 (none: its box is empty), a node, or a leaf (highest bit
// set): in a mesh's tree bits 28..30 hold the number of triangle blocks less one and bits 0..27 the first of them; in
// the tree over instances bits 0..27 hold the instance. 128 bytes: two cache lines.
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

const NODE2_FIRST_BITS: u32 = 26u;
const NODE2_FIRST_MASK: u32 = 0x03ffffffu;
const NODE2_COUNT_MASK: u32 = 31u;

// A child that ends a walk of the GPU; no leaf has this number.
const DONE: u32 = 0xfffffffeu;

// Two children of the GPU's tree, their boxes in the parent: one fetch decides on both. A child is a node, or a leaf
// (highest bit set): in a mesh's tree bits 26..30 hold the number of triangles less one and bits 0..25 the first of
// them; in the tree over instances bits 0..25 hold the instance. 64 bytes: half a cache line.
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

// Four triangles, corner by corner and axis by axis; empty places have NaN corners. `id` is the triangle's number in
// its mesh, `group` its surface relative to the instance's surfaceBase. 176 bytes.
struct TriangleBlock {
  ax: vec4<f32>, ay: vec4<f32>, az: vec4<f32>,
  bx: vec4<f32>, by: vec4<f32>, bz: vec4<f32>,
  cx: vec4<f32>, cy: vec4<f32>, cz: vec4<f32>,
  id: vec4<u32>,
  group: vec4<u32>,
}

// Flags of an instance: the two frames are the same; some of its surfaces are cut out by masks; it moves; its mesh
// changes its shape.
const IN_PLACE: u32 = 1u;
const HAS_MASKS: u32 = 2u;
const MOVES: u32 = 4u;
const DEFORMS: u32 = 8u;

// One placement of a mesh: the affine map from the device frame into the mesh's, or, of a mover, from its body's frame,
// rows as (linear x, y, z, shift); flags; the place among the images of the UvMap of its first triangle, 0: none.
// Movers are the last instances. Behind them, in the same buffer, lie a Motion for each of them, in their order, then
// the Phases and Shapes of those that deform, and all MotionKnots: shaders read these as Instances, so they are as long
// and have their numbers in the same places. 64 bytes.
struct Instance {
  toMesh0: vec4<f32>, toMesh1: vec4<f32>, toMesh2: vec4<f32>,
  rootNode: u32,
  surfaceBase: u32,
  flags: u32,
  uvMaps: u32,
}

// The motion of a mover: its knots, by the number of the first one in the buffer of instances; the period after which
// it repeats itself, counted from its first knot, as two f32, and its inverse, 0: never. The box of its mesh, in the
// mesh's frame. Of a mover that deforms, the numbers of its Phases and its Shape in the buffer. 64 bytes.
struct Motion {
  periodHigh: f32, periodLow: f32, perPeriod: f32, unused0: f32,
  low: vec3<f32>, unused1: f32,
  high: vec3<f32>, unused2: f32,
  firstKnot: u32,
  knotCount: u32,
  phases: u32,
  shape: u32,
}

// The moments of a clip, seconds, that count on from round to round, over the scene's clock: as a Motion whose knots
// have a moment, as two f32, in place of x. 64 bytes.
struct Phases {
  unused0: vec4<f32>,
  unused1: vec4<f32>,
  unused2: vec4<f32>,
  firstKnot: u32,
  knotCount: u32,
  unused3: u32, unused4: u32,
}

// The shapes of a mesh over a clip: as a Motion over the moments of the clip, with a ShapeKnot for each interval
// between two keys. Intervals have trees of their own, in their order: the next one's nodes are `nodeStride` further.
// Corners of triangles (on the CPU blocks) of the next key are `cornerStride` further; those of an interval's tree are
// of its first key. 64 bytes.
struct Shape {
  periodHigh: f32, periodLow: f32, perPeriod: f32, unused0: f32,
  unused1: vec4<f32>,
  unused2: vec4<f32>,
  firstKnot: u32,
  knotCount: u32,
  nodeStride: u32,
  cornerStride: u32,
}

// The interval of a shape from a key to the next one: as a MotionKnot, the moment of the key, and the inverse of the
// time to the next one; the box of the mesh in between, in its own frame. 64 bytes.
struct ShapeKnot {
  low: vec3<f32>, timeHigh: f32,
  high: vec3<f32>, timeLow: f32,
  unused0: vec4<f32>,
  perStepHigh: f32, perStepLow: f32,
  unused1: u32, unused2: u32,
}

// A pose of a mover's body, and its time on the scene's clock, as pairs of f32. Until the next knot, position and
// quaternion (body to device frame, on the side of the next one) are linear; with inverse steps of 0 they are kept.
// hidden: 1 where the body is not there until the next knot. 64 bytes.
struct MotionKnot {
  position: vec3<f32>, timeHigh: f32,
  positionLow: vec3<f32>, timeLow: f32,
  orientation: vec4<f32>,
  perStepHigh: f32, perStepLow: f32,
  hidden: u32,
  unused: u32,
}

// A possible surface of a hit. Places of Texture records among the images, 0: none: the mask that cuts it out (1 where
// it is opaque), the image that selects another surface, counting from `choices`, and its reflectances and colours.
struct Surface { material: u32, mask: u32, choice: u32, choices: u32, reflectance: u32, color: u32 }

// Backscatter of a surface at the laser's wavelength: π f_r over the angle of incidence (0 … π/2) and the azimuth (0 …
// 2π, from the surface's tangent), piecewise cubic, in as many equal cells of each. No cells: the same at every angle;
// one cubic then. `weighted`: 1 where the cubics hold π f_r cos θ instead. `ofLeaves`: the mean of π f_r cos θ of
// leaves that are turned at random, as a ray meets them.
struct Material { firstCubic: u32, thetaCells: u32, phiCells: u32, weighted: u32, ofLeaves: f32 }

// ((a t + b) t + c) t + d over a cell, t from 0 to 1 along it. Where the azimuth counts, four stand for a cell (number
// azimuth · thetaCells + angle): those of s³, s², s and 1, with s from 0 to 1 along the cell's azimuths.
struct Cubic { a: f32, b: f32, c: f32, d: f32 }

// The images are one array of words: Texture records, their texels, and the UvMaps of meshes that have texture
// coordinates; of those that change their shapes, ShapeUvs and the places of vertices at all keys.

// Places in a texture's format, the wrapping modes, and the largest value of a channel.
const TEXEL_BITS_MASK: u32 = 7u;
const WRAP_U_SHIFT: u32 = 4u;
const WRAP_V_SHIFT: u32 = 6u;
const WRAP_MASK: u32 = 3u;
const WRAP_REPEAT: u32 = 0u;
const WRAP_MIRROR: u32 = 1u;
const WRAP_CLAMP: u32 = 2u;
const CHANNEL_FULL: f32 = 255.0;

// A texture: its first word; texels to the right and down; the number of surfaces that it distinguishes. format: bits
// 0…2 hold the logarithm of the bits of a texel (1: mask, 8: one channel, 32: red, green, blue, alpha from the lowest
// byte), bits 4…5 and 6…7 its wrapping along u and v (WRAP_REPEAT: the same again, WRAP_MIRROR: mirrored, WRAP_CLAMP:
// the edge).
struct Texture { first: u32, width: u32, height: u32, format: u32, choices: u32 }

// Texture coordinates over a triangle: each the product of its row with (x, y, z, 1) in the mesh's frame. 32 bytes.
struct UvMap { u: vec4<f32>, v: vec4<f32> }

// Texture coordinates at the corners of a triangle of a mesh that changes its shape, in place of its UvMap, which is
// made of them (shapeMaps.wgsl). The places among the images of its corners at the first key, three f32 each; those at
// the next key are `stride` words further. 48 bytes.
struct ShapeUvs {
  a: u32, b: u32, c: u32, stride: u32,
  ua: f32, ub: f32, uc: f32, unused0: f32,
  va: f32, vb: f32, vc: f32, unused1: f32,
}

// Normals that stand for those of a mesh's triangles are one array of words: of each instance the place of that of its
// mesh's first triangle, 0: it has none; then a word a triangle, NO_NORMAL where its own counts. A word is a direction
// in the mesh's frame on the octahedron |x| + |y| + |z| = NORMAL_FULL (Cigolle et al. 2014, "A Survey of Efficient
// Representations for Independent Unit Vectors", JCGT 3(2)): x and y as signed halves, x in the lower one; where z is
// below 0, both are folded outwards over the edges.
const NORMAL_FULL: i32 = 32767;
const NO_NORMAL: u32 = 0x80008000u;

// A table of projections has one more value than this: over the cosine of the angle between a
// direction and up, from −1 to 1.
const PROJECTIONS: u32 = 1024u;

// A placement of foliage as a turbid medium, a grid of cubic cells: the affine map from the device frame to cells (a
// cell is 1 wide, the first one from 0 to 1), rows as (linear x, y, z, shift). 112 bytes.
struct Medium {
  toCells0: vec4<f32>, toCells1: vec4<f32>, toCells2: vec4<f32>,
  // Cells along each axis; the place among the densities (m²/m³) of the first of them: x goes fastest, z slowest.
  countX: u32, countY: u32, countZ: u32,
  firstDensity: u32,
  // Place among the densities of the table of projections; NONE: the same in every direction.
  firstProjection: u32,
  // Extinction, 1/m, of the density 1 and the projection 1.
  perDensity: f32,
  surface: u32,
  // Shortest edge of a cell, metres.
  edge: f32,
  // Middle of a sphere around all cells, in the device frame, and its radius.
  sphere: vec4<f32>,
  // 1: leaves lie as the nearest face of their cell; 0: they are turned at random.
  faces: u32,
  // 1: subrays meet single leaves; 0: of a run with slices, each sends back what leaves do in the mean.
  drawn: u32,
  // Width of leaves, metres: subrays that are no farther apart meet the same one; 0: each meets its own.
  leafSize: f32,
  // Edge of a cell along its z axis, metres.
  height: f32,
}

// Start of traversals: the root of the tree over the instances that stand, or the tree of a single one, and their
// number. imageWords: words of the images; 1: no images. Numbers of media and of movers.
struct SceneRoot {
  topNode: u32,
  instanceCount: u32,
  imageWords: u32,
  mediumCount: u32,
  moverCount: u32,
}

// ---- the run and its legs --------------------------------------------------------------------------------------

// Sources of the subrays of a pulse: all pulses have the places of the SubrayBlocks; or each pulse draws one of several
// layouts of them, and its rotation; or each subray is drawn in the disc.
const FIXED: u32 = 0u;
const TURNED: u32 = 1u;
const UNIFORM_DISC: u32 = 2u;
const GAUSSIAN_DISC: u32 = 3u;

// Angles by which layouts are turned, evenly around the circle; a power of two.
const TURNS: u32 = 1024u;

// Colours of points: none, the texel at the hit, or also whether the sun shines there.
const NO_COLORS: u32 = 0u;
const TEXEL_COLORS: u32 = 1u;
const TEXEL_AND_SHADOW_COLORS: u32 = 2u;

// Methods by which hits become returns: as peaks of the waveform that the receiver sees, as clusters along range, or as
// bins of HELIOS++'s waveform.
const PEAKS: u32 = 0u;
const CLUSTERS: u32 = 1u;
const BINS: u32 = 2u;

// The stages that draw random numbers.
const DRAW_SUBRAY: u32 = 1u;
const DRAW_RANGE: u32 = 2u;
// Normal numbers of the echoes of a pulse: as many as it may have returns.
const NOISE_NUMBERS: u32 = 15u;
const DRAW_ANGLE: u32 = 3u;
const DRAW_SAMPLE: u32 = 4u;
const DRAW_FALSE: u32 = 5u;
const DRAW_PHOTON: u32 = 6u;
const DRAW_MEDIUM: u32 = 7u;
const DRAW_JITTER: u32 = 8u;
const DRAW_LEAVES: u32 = 9u;

// Settings for all pulses of a run.
struct Run {
  subrayCount: u32,
  // Hits of a pulse: those of its subrays, then slices of foliage.
  hitCount: u32,
  // Maximum number of returns of a pulse.
  maxReturns: u32,
  // FIXED, TURNED, UNIFORM_DISC or GAUSSIAN_DISC.
  pattern: u32,
  // Number of layouts among the SubrayBlocks, a power of two; 1 except for TURNED.
  layouts: u32,
  // Unit vector to the sun, in the device frame.
  toSun: vec3<f32>,
  // NO_COLORS, TEXEL_COLORS or TEXEL_AND_SHADOW_COLORS.
  colors: u32,
  // Always 0, which no WGSL compiler can know: see double.wgsl.
  zero: u32,
  // 1 if subrays have their own exits, since beams are wide there.
  exits: u32,
  // Half width of a subray's share of the footprint on the axis, in half widths of the beam; 0: a subray is a mere
  // line. At the place r the share is exp(growth · r²) times as wide.
  shareWidth: f32,
  shareGrowth: f32,
  // 1 if shares of the energy fall with the range: see falloff.wgsl.
  falloff: u32,
}

// Where echoes lie until `locate` puts them in their places: at the mean of their hits, for points on the axis, or
// moved along the beam to their range, where points stay.
const AT_HITS: u32 = 1u;
const AT_RANGE: u32 = 2u;

// Settings for all pulses of a leg: beam, air and receiver.
struct Instrument {
  // 1/e² half angles of the beam, along its right-hand and its upward direction.
  divergenceRight: f32,
  divergenceUp: f32,
  // Distance at which the beam is √2 times as wide as at the exit, each way; 0: it begins as a point.
  rayleighRight: f32,
  rayleighUp: f32,
  // Largest distance of an exit from its pulse's origin.
  exitReach: f32,
  // Pulse energy · D² · η_sys / 4, J m².
  energyFactor: f32,
  // One way, 1/m.
  extinction: f32,
  // Full width at half maximum, seconds.
  pulseDuration: f32,
  // PEAKS, CLUSTERS or BINS: the method by which hits become returns.
  method: u32,
  // CLUSTERS: hits farther apart than this are two echoes, and weaker ones are not recorded.
  rangeResolution: f32,
  minEnergy: f32,
  // PEAKS: standard deviation of the received pulse, in metres of range. PEAKS and BINS: its peak power over its
  // energy, 1/s; the least power that is recorded, W.
  pulseSpread: f32,
  peakRate: f32,
  minPower: f32,
  // Standard deviation of a range R: rangeNoise + rangeNoisePerMetre · R.
  rangeNoise: f32,
  rangeNoisePerMetre: f32,
  // Standard deviations of measured angles: about the head's axis, and of the ray, to its right and upwards.
  headAngleNoise: f32,
  rightAngleNoise: f32,
  upAngleNoise: f32,
  // Recorded returns of a pulse, at most those of the run.
  maxReturns: u32,
  // 1: limits of range hold for what is measured, systematic errors included; 0: for hits, as in HELIOS++.
  measuredLimits: u32,
  // 1: noise may move a range over a limit, by gateReach + gateGrowth · R at most; gateStretch = 1 / (1 − gateGrowth).
  gated: u32,
  gateReach: f32,
  gateGrowth: f32,
  gateStretch: f32,
  // Up to the first range the receiver sees nothing, from the second on everything; 0 and 0: it always sees everything.
  overlapFrom: f32,
  overlapTo: f32,
  // Number of times that the time of a waveform counts the way: 2, there and back, or 1.
  ways: f32,
  // A pulse whose nearest hit is no farther than this beyond the least range is lost.
  blindZone: f32,
  // 1: points lie on the beam's axis; 0: at the mean of their hits. located: AT_HITS or AT_RANGE if `locate` follows.
  onAxis: u32,
  located: u32,
  // Slices of foliage a metre, before any are joined.
  slicesAMetre: f32,
  // Shares that fall with the range R: g(R) = waist · (1 − perFocus · R)² + growth · R² + near / R².
  falloffWaist: f32,
  falloffPerFocus: f32,
  falloffGrowth: f32,
  falloffNear: f32,
  // The scene's clock when the leg's begins, seconds, as two f32.
  sceneTimeHigh: f32,
  sceneTimeLow: f32,
}

// BINS: the waveform of HELIOS++, bins of equal length, of which the pulse of the nearest hit begins in the first one.
struct Bins {
  // Bins in a metre of range, and metres in a bin.
  perMetre: f32,
  metres: f32,
  // Bins of the pulse, the one of them with its peak, and the most of a waveform.
  pulse: i32,
  peak: i32,
  count: i32,
  // A return is higher than all bins that are fewer than this away, and these are above the limit.
  window: i32,
  // Hits that are fewer bins apart than this add up to one pulse; the lowest of the bins in the window about its
  // peak, as a share of that.
  alike: f32,
  flank: f32,
  // Hits that are more bins apart than this make the waveform too long: those beyond a range are left out.
  cutFrom: f32,
  cutRange: f32,
}

// Methods by which a sampling receiver finds returns in the waveform.
const DETECT_PEAK: u32 = 0u;
const DETECT_LEADING_EDGE: u32 = 1u;
const DETECT_CONSTANT_FRACTION: u32 = 2u;
const DETECT_GAUSSIAN: u32 = 3u;
const DETECT_GEIGER: u32 = 4u;
const DETECT_PHOTONS: u32 = 5u;

// The response is tabulated at so many places of a hit between two samples.
const PHASES: u32 = 32u;
// The most parts of a pulse's waveform that are recorded; a part has a multiple of this many samples.
const PARTS_MAX: u32 = 16u;
const PART_STEP: u32 = 8u;
// A part whose end did not fit, or behind which hits were left out.
const PART_CUT: u32 = 1u;
// The most weights of half the noise's filter, its middle included.
const FILTER_MAX: u32 = 9u;
// A pulse that is stretched is the sum of copies up to this many standard deviations of the stretch away.
const COPIES_REACH: f32 = 3.5;
// Least number of them on either side: with fewer, nearly all weight would be on the middle one.
const COPIES_ASIDE: i32 = 3;

// A receiver that samples the waveform, the same for all pulses of a leg. Powers in watts, optical, at the aperture;
// times in intervals between two samples, from the emission on, unless it says otherwise.
struct Receiver {
  // One of DETECT_…
  detector: u32,
  samplesMax: u32,
  // Weights of the response of one phase, a multiple of 4, and the sample of the first of them after that of the hit.
  taps: u32,
  firstTap: i32,
  // Two-way times of a metre of range, and the range of an interval, metres.
  ticksPerMetreHigh: f32,
  ticksPerMetreLow: f32,
  metresPerTickHigh: f32,
  metresPerTickLow: f32,
  // Seconds.
  interval: f32,
  // Standard deviation of the response.
  spread: f32,
  // Greatest value of the response, 1/s, and its delay.
  peakRate: f32,
  peakDelay: f32,
  // Delay at which the detector finds a white wall.
  zero: f32,
  threshold: f32,
  // A peak of its own is this many standard deviations of the noise above the valley before it.
  prominence: f32,
  // Variance of a sample: noiseConstant² + noisePerPower · P.
  noiseConstant: f32,
  noisePerPower: f32,
  // Weights of half the noise's filter, its middle included; 0: noise is white.
  filterTaps: u32,
  // 0: samples are powers. The highest code, that of no light, codes a watt without automatic gain.
  bits: u32,
  codeMax: f32,
  baseline: f32,
  codesPerWatt: f32,
  // Number of times that automatic gain may halve the signal.
  gainSteps: u32,
  // Share of the peak at which a constant fraction detector triggers.
  fraction: f32,
  // Counts per joule, and of background and dark current per interval.
  countsPerJoule: f32,
  countRate: f32,
  deadTime: f32,
  // Blind time after a saturated sample, and after a return.
  recovery: f32,
  // Per interval.
  falseAlarmRate: f32,
}

// Samples of one pulse that follow one another, or bins. 32 bytes.
struct WaveformPart {
  pulse: u32,
  // Time of the first sample after the emission, in intervals; of bins, their number, the pulse of the
  // nearest hit beginning in bin 0.
  firstSample: u32,
  // Place of the first sample among the samples, and their number.
  sampleStart: u32,
  sampleCount: u32,
  // Watts of a unit of a sample, above the baseline.
  gain: f32,
  // PART_CUT or 0.
  flags: u32,
  // Of bins: ranges of the pulse's nearest and farthest hit.
  nearest: f32,
  farthest: f32,
}

// Pairs of numbers of four subrays. First, in x, the subrays' shares of the pulse's energy, the same in all layouts of
// the footprint; then their places in the beam's cross section, right and up, in half widths of the beam each way,
// layout by layout. Each is padded to whole blocks, without a share, by the last place. Subrays that the device draws
// have shares only. Layouts that are turned are followed by TURNS more places, the points of the unit circle at the
// angles of rotation; a layout whose shares fall with the range by a pair (inner, band) a subray. 32 bytes.
struct SubrayBlock { x: vec4<f32>, y: vec4<f32> }

// Orientations of a frame against another one: the same, turned by quarter turns about its axes, or any other.
const FRAME_ALIKE: u32 = 0u;
const FRAME_SQUARE: u32 = 1u;
const FRAME_TURNED: u32 = 2u;

// One laser: its deflector's frame (undeflected beam +y) in the head's, whose z is the axis that the head turns about,
// as columns; the exit of its beam there; the direction in which light enters the deflector. 192 bytes.
struct Channel {
  axisX: array<Rotation, 3>,
  axisY: array<Rotation, 3>,
  axisZ: array<Rotation, 3>,
  origin: array<F64, 3>,
  incident: array<F64, 3>,
  // Delay after the start of its shot.
  fireTime: F64,
  rangeMin: f32,
  rangeMax: f32,
  // Right-hand direction and axis, in the head's frame, of a beam that nothing deflects.
  right: array<F64, 3>,
  axis: array<F64, 3>,
  // One of FRAME_…: the deflector's frame against the head's; and whether the beam leaves beside
  // the head's origin, 0 or 1.
  frame: u32,
  isAside: u32,
}

// Motions of the platform in a leg.
const PLATFORM_STANDS: u32 = 0u;
const PLATFORM_SHIFTS: u32 = 1u;
const PLATFORM_TURNS: u32 = 2u;

// States of the head in a leg: it stands as its own frame does, stands turned by an angle, or turns.
const HEAD_AHEAD: u32 = 0u;
const HEAD_ASIDE: u32 = 1u;
const HEAD_TURNS: u32 = 2u;

// Kinds of deflector: the texts with that name in wasm/deflectors/ and wgsl/deflectors/. Element is the record of its
// elements.
const DEFLECT_STEADY: u32 = 0u;
const DEFLECT_SWEEP: u32 = 1u;
const DEFLECT_OSCILLATE: u32 = 2u;
const DEFLECT_SWING: u32 = 3u;
const DEFLECT_CONE: u32 = 4u;
const DEFLECT_NUTATE: u32 = 5u;
const DEFLECT_REFRACT: u32 = 6u;
const DEFLECT_PATTERN: u32 = 7u;

// The laser's clock against the lines of its mirror: it begins anew with each; it runs on, and pulses leave while the
// mirror is in its window; or all of them leave.
const CLOCK_RESTARTS: u32 = 0u;
const CLOCK_PAUSES: u32 = 1u;
const CLOCK_RUNS: u32 = 2u;

// Rule by which the pulses of a leg follow from their number n. All channels fire at a shot: n = shot · channelCount +
// channel. With j = shot + phase, the first `lead` shots are those of a cycle already under way, at j · pulsePeriod;
// then, with m = j − lead, c = m mod cycle and f = m div cycle, by the clock:
// - CLOCK_RESTARTS: at cycleTime + f · cyclePeriod + c · pulsePeriod, step c of the cycle;
// - CLOCK_PAUSES: the cycle begins cycleEntry + f · cycleSteps periods after the leg; its shots follow at whole numbers
//   of periods, of which those beyond `window` steps do not leave;
// - CLOCK_RUNS: all shots at shot · pulsePeriod, and step (shot + cycleEntry) mod cycleSteps of the cycle.
// A channel fires its fire time later, when the deflector has gone on by as many steps as pass in it. Then the head
// stands at headStart + headRate · time, clockwise seen from the tip of its axis.
struct PulseProgram {
  // Kind of deflector: one of DEFLECT_…
  kind: u32,
  pulseCount: u32,
  channelCount: u32,
  cycle: u32,
  lead: u32,
  phase: u32,
  // Records of the deflector.
  elementCount: u32,
  knotCount: u32,
  // Key of the random numbers: see random.wgsl.
  key: vec2<u32>,
  cyclePeriod: F64,
  pulsePeriod: F64,
  cycleTime: F64,
  headStart: F64,
  headRate: F64,
  // Sector in which pulses leave, as an angle of the head after its start; infinite: all pulses leave.
  sector: F64,
  // The head's frame at angle 0 in the platform's body (x right, y forward, z up): columns, and its origin.
  axisX: array<Rotation, 3>,
  axisY: array<Rotation, 3>,
  axisZ: array<Rotation, 3>,
  leverArm: array<F64, 3>,
  // One of PLATFORM_…; with PLATFORM_SHIFTS it keeps its attitude.
  motion: u32,
  // One of FRAME_…: the head's frame at angle 0 against the body's.
  frame: u32,
  // Unless it turns, the rows of the rotation from the head's frame at angle 0 to the device
  // frame, and the lever arm there.
  rowX: array<F64, 3>,
  rowY: array<F64, 3>,
  rowZ: array<F64, 3>,
  keptArm: array<F64, 3>,
  // One of HEAD_…; unless it turns, sine and cosine of its angle.
  head: u32,
  // 1: the beam turns about itself as it goes round, as in HELIOS++; 0: it does not.
  rolls: u32,
  headSine: F64,
  headCosine: F64,
  // ERROR_CELLS, or 0: no systematic errors.
  errorCells: u32,
  // One of CLOCK_…
  clock: u32,
  // Steps of a cycle, from its start or, with CLOCK_PAUSES, from that of the leg to the first one, and of its window.
  cycleSteps: F64,
  cycleEntry: F64,
  window: F64,
  // Steps of the deflector in a second, by which a channel's fire time moves it on.
  stepsPerSecond: F64,
}

// A pose of the platform; between two of them, position and quaternion are linear. 80 bytes.
struct Knot {
  time: F64,
  // 1 / (time to the next knot).
  inverseStep: F64,
  position: array<F64, 3>,
  // Body to device frame: unit quaternion x, y, z, w, on the side of its neighbours.
  orientation: array<Rotation, 4>,
  // x and y of the body's right-hand side, level.
  levelRight: vec2<f32>,
}

// Distributions of a jitter's numbers.
const JITTER_NORMAL: u32 = 0u;
const JITTER_UNIFORM: u32 = 1u;

// A jitter of the platform: middle + spread · a standard normal number, or one that is uniform from −1/2 to 1/2,
// bounded by least and most, and drawn anew every `hold` pulses. Of the position along x, y and z of the device frame,
// metres; of the attitude about the beam's right-hand direction, its axis and its upward direction.
struct Jitter {
  middle: f32,
  spread: f32,
  least: f32,
  most: f32,
  hold: u32,
  // JITTER_NORMAL or JITTER_UNIFORM.
  form: u32,
}

// Cells of a table of systematic errors, over the beam's angle in the deflector's frame, from −π to π.
const ERROR_CELLS: u32 = 16384u;

// Systematic errors of an instrument at an edge of these cells; linear in between. Metres; radians by which the beam is
// turned upwards, and, with the head, clockwise about its axis.
struct Deviation { range: f32, deflection: f32, head: f32, unused: f32 }

// ---- the elements of a deflector: one or several of one kind --------------------------------------------------------

// A facet of a polygon: elevation start + c · step at shot c of its line; its inclination to the shaft, and the shaft's
// to the plane across the incoming beam. The first one is that of the line under way.
struct Facet {
  start: F64,
  step: F64,
  tiltSine: Rotation, tiltCosine: Rotation,
  shaftSine: Rotation, shaftCosine: Rotation,
}

// A part of the stroke of an oscillating mirror, from shot `first` of the half cycle: elevation c0 + c1 k + c2 k².
struct Stroke {
  first: F64,
  c0: F64,
  c1: F64,
  c2: F64,
}

const WAVE_SINE: u32 = 0u;
const WAVE_TRIANGLE: u32 = 1u;
const WAVE_SAWTOOTH: u32 = 2u;

// The swing of a mirror about one axis.
struct Swing {
  amplitude: F64,
  cyclesPerShot: F64,
  phase: F64,
  waveform: u32, unused: u32,
}

// A cone about the undeflected beam, by the tangents of its half angles.
struct Cone {
  turnsPerShot: F64,
  // Turns at the first shot, here and below.
  phase: F64,
  across: Rotation,
  along: Rotation,
}

// A mirror that nutates: tilt of its normal to the shaft, angle of incidence on the shaft.
struct Nutation {
  turnsPerShot: F64,
  phase: F64,
  tiltSine: Rotation, tiltCosine: Rotation,
  incidenceSine: Rotation, incidenceCosine: Rotation,
}

// A turning wedge: angle between its faces, index of the glass relative to the air; inclinedFirst: 1 where light
// meets the inclined face first.
struct Prism {
  turnsPerShot: F64,
  phase: F64,
  wedgeSine: Rotation, wedgeCosine: Rotation,
  index: F64,
  inverseIndex: F64,
  // Their squares.
  indexSquare: F64,
  inverseIndexSquare: F64,
  inclinedFirst: u32, unused: u32,
}

// The direction of one shot of a pattern.
struct Aim { x: f32, y: f32, z: f32 }

// ---- pulse -> subray -> traverse -> reflect --------------------------------------------------------------------

// One laser shot: the beam's origin, its axis and its right-hand direction, and the axis that the head turns about
// (unit vectors). `scanAngle`: that of the axis from straight down, to the platform's level right-hand side, up at ±π;
// `silent` if the instrument does not fire here. Targets nearer than `rangeMin` or beyond `rangeMax` (metres) are not
// recorded. 80 bytes a pulse.
struct Pulse {
  origin: vec3<f32>, channel: u32,
  direction: vec3<f32>, scanAngle: f32,
  right: vec3<f32>, number: u32,
  headAxis: vec3<f32>, silent: u32,
  timeHigh: f32, timeLow: f32,
  rangeMin: f32, rangeMax: f32,
}

// The reading of a pulse by an instrument with systematic errors: the beam's right-hand direction, its axis, and the
// error that is added to its ranges. 32 bytes a pulse.
struct Reading {
  right: vec3<f32>, rangeError: f32,
  direction: vec3<f32>, unused: f32,
}

// Nearest hit of one subray; the normal is turned to the sensor, the energy is that which comes back to the receiver.
// Filled in by traverse, completed by reflect. A distance below 0 says that there is no hit. `triangle` is the
// triangle's place among the blocks (CPU) or triangles (GPU) until refine puts its number in the mesh there. Both hold
// them by field. The CPU: of a pulse first the distances of all its subrays, padded to whole vectors, then their
// triangles, and so on. The GPU: of a chunk first all distances, in the order of places.wgsl, then all triangles, and
// so on. 32 bytes a subray.
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

// The pulses on which the GPU is working: consecutive pulses of a leg. Movers of the scene, and their trees: of the
// first window of time, by the number of its root, and so many nodes later that of the next one. Windows are equally
// long; the first one begins at this time of the scene's clock.
struct Chunk {
  firstPulse: u32,
  pulseCount: u32,
  moverCount: u32,
  windowCount: u32,
  windowNode: u32,
  windowNodes: u32,
  windowStartHigh: f32,
  windowStartLow: f32,
  windowsASecond: f32,
  unused0: u32, unused1: u32, unused2: u32,
}

// The subrays of a chunk that f32 leaves in doubt: workgroups of the GPU's pass over them, in x,
// y and z, and their number.
struct Doubts {
  workgroupsX: u32,
  workgroupsY: u32,
  workgroupsZ: u32,
  count: u32,
}

// ---- physics that both devices compute ------------------------------------------------------------------------------

// m/s (SI, exact).
const LIGHT_SPEED = 299792458.0;
// Full width at half maximum of a Gaussian, in standard deviations: 2 √(2 ln 2).
const FWHM_PER_SIGMA = 2.3548200450309493;
// J. The smallest number that f32 holds with all digits. GPUs may flush smaller ones to 0, so they count as 0 on all
// devices.
const LEAST_ENERGY: f32 = 1.1754943508222875e-38;
// 2/π and 1/(2π): from radians to fractions of a right angle and of a turn.
const PER_RIGHT_ANGLE: f32 = 0.6366197723675814;
const PER_TURN: f32 = 0.15915494309189535;
// Largest error of the product of a direction d with the normal e × s of an edge plane, in shares of |d||e|(|s| + |e|),
// sums of coordinates, with the edge e and the sum s of its ends: see triangles.wgsl.
const EDGE_ROUNDING: f32 = 10.0 / 16777216.0;
// Largest error of a sum of products that takes fewer than 16 roundings of half a unit in the last place (2⁻²⁴).
const ROUNDING: f32 = 16.0 / 16777216.0;
// Directions have length 1 but for rounding: at most this.
const UNIT: f32 = 1.000001;
// A coordinate of a direction closer to 0 than this counts as 0, since its inverse would overflow.
const TINY: f32 = 1e-18;
// A normal is vertical if the square of its level part is below this.
const UPRIGHT: f32 = 1e-12;
// ∇u and ∇v count as parallel if the sine between them is below this.
const LEAST_SINE: f32 = 1e-4;
// Shadow rays begin this far above the surface, in metres and relative to the coordinates: some hundred times the
// uncertainty of a hit's place in f32.
const LIFT: f32 = 1e-3;
const LIFT_SHARE: f32 = 1e-5;

// The waveform of a pulse is computed at this many places per standard deviation of the pulse, TILE places at a time,
// each hit's pulse up to REACH standard deviations from its middle.
const BINS_PER_SPREAD: f32 = 4.0;
const TILE: u32 = 64u;
const REACH: f32 = 5.0;
// Two peaks are two if the waveform falls by this share of its value between them: more than f32 rounds sums by.
const NOTCH: f32 = 1e-5;

// Shares of subrays (shares.wgsl): spreads over range below this are neglected, longer ones end here, in standard
// deviations of the pulse; places in the footprint count up to this square, slopes up to this cosine; with so many
// other hits is the plane of a hit compared. The least spread over a plane that the whole beam meets.
const SPREAD_MIN: f32 = 0.6;
const PLANE_SPREAD_MIN: f32 = 0.2;
const STRETCH_MAX: f32 = 64.0;
const PLACE_SQUARE_MAX: f32 = 3.0;
const COSINE_MIN: f32 = 1e-3;
const SHARES_COMPARED: u32 = 32u;

// Foliage as a turbid medium (turbid.wgsl): slices of a pulse, a multiple of four; the optical depth behind which
// nothing is left; below SMALL_DEPTH a series is exact in f32. Slices that are wider than the pulse stretch it to so
// many of their widths, as a standard deviation: their sum then has no valleys above NOTCH. Subrays in one cell
// share a way, if the beam has at most so many cells to either side.
const SLICE_ROOM: u32 = 160u;
const OPAQUE_DEPTH: f32 = 11.5;
const SMALL_DEPTH: f32 = 0.05;
const SLICE_PULSE: f32 = 0.8;
const CELLS_ACROSS: f32 = 256.0;

// ---- the CPU's scratch memory of a thread ---------------------------------------------------------------------------

// Arrays of a number a subray: five of echo and detect, three of exits, two of drawn places, weights.
const SCRATCH_ARRAYS: u32 = 11u;
// Pulses that pass through the stages together: directions and hits of 19 subrays fit a second-level cache of 1 MiB.
const BLOCK_PULSES: u32 = 256u;
// Bytes of the order in which they are grouped.
const ORDER_BYTES: u32 = 2560u;
// Pulses that may go through the trees together: as many as a mask has bits.
const WEDGE_PULSES: u32 = 64u;
// Bytes of a group of pulses, of its wedge in one frame, of a pulse's twist in one frame.
const GROUP_BYTES: u32 = 1280u;
const WEDGE_BYTES: u32 = 8032u;
const TWIST_BYTES: u32 = 48u;
// Bytes for directions of all subrays of a group in a mesh's frame, and for their exits in two frames where they have
// any; more only where a single pulse needs more.
const SUBRAY_ROOM: u32 = 34560u;
// Bytes of the vectors of a triangle block, and of an entry of the traversal's stack.
const BLOCK_VECTOR_BYTES: u32 = 800u;
const STACK_ENTRY_BYTES: u32 = 8u;
// Bytes of a pulse's map into the mesh of a mover: rows as those of an Instance; share and interval of its shape.
const MAP_BYTES: u32 = 64u;
// Bytes of a number a ray, for one ray: padded to a whole vector.
const ONE_RAY_BYTES: u32 = 16u;

// ---- the GPU's sums over pulses -------------------------------------------------------------------------------------

// Pulses that an invocation sums up, and those of a block, which belongs to a workgroup.
const SUM_STRETCH: u32 = 8u;
const SUM_BLOCK: u32 = WORKGROUP * SUM_STRETCH;

// ---- echo -> perturb -> pack -------------------------------------------------------------------------------------

// Red, green and blue of a colour; above them, whether the sun shines.
const WHITE: u32 = 0xffffffu;
const IN_THE_SUN: u32 = 0xff000000u;

// Set in the returnCount of a pulse whose waveform did not fit into the receiver's samples: its end is lost.
const RETURNS_CUT: u32 = 0x80000000u;

// One echo of a pulse as recorded, in the form in which it leaves the device: angles as sine or cosine, the host takes
// the inverse. 80 bytes a point.
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
  // With RETURNS_CUT or not.
  returnCount: u32,
  hitSubrays: u32,
  channel: u32,
  // From echo to locate, where echoes are AT_RANGE: by how far they lie beyond their hits.
  scanAngle: f32,
  timeHigh: f32,
  timeLow: f32,
  // Texel at the hit nearest to the beam's axis on this surface: red, green, blue from the lowest byte (white where
  // the material has no texture of colours); 255 above them where the sun shines there, 0 in shadow. From echo to
  // shade: that hit's subray.
  color: u32,
}

// Set in the number of a pulse's hits on the GPU: it met something within the limits of range, and has no echo. Sums
// of a block hold both: 512 pulses of up to 4160 hits.
const PULSE_LOST: u32 = 0x400000u;

// Counts of the GPU over a chunk. Each number is a sum over the pulses, which keep theirs in a vector, in this order,
// but for `lost`, the number of pulses with PULSE_LOST, and `placed`, that of returns.
struct Totals {
  returns: u32,
  hits: u32,
  parts: u32,
  samples: u32,
  lost: u32,
  placed: u32,
}
