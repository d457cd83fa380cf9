/**
 * Some points of a cloud, in the order of (pulse, return): one typed array per attribute, with `count` entries
 * (normals: 3 × count). World coordinates are f64 metres, angles radians, energies joules.
 */
export interface PointBatch {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** Adjusted standard GPS time, seconds. */
  gpsTime: Float64Array;
  /** Intensity as written to LAS: see the survey's `intensity`. */
  intensity: Uint16Array;
  /** Number of the return in its pulse, from 1. */
  returnNumber: Uint8Array;
  returnCount: Uint8Array;
  /** ASPRS class. */
  classification: Uint8Array;
  /** Laser of a multi-channel instrument, from 0. */
  channel: Uint8Array;
  /** Scan angle of the beam: from straight down, radians, −π…π, positive to the right; ±π is straight up. */
  scanAngle: Float32Array;
  pointSourceId: Uint16Array;
  /** Unit vectors of the surface, on the side of the sensor. */
  normal: Float32Array;
  instance: Uint32Array;
  material: Uint16Array;
  semantic: Uint16Array;
  /** Slant range from the beam's origin, metres. */
  range: Float64Array;
  /** Angle between beam and surface normal, radians, 0…π/2. */
  incidenceAngle: Float32Array;
  /** Received energy of the echo, joules. */
  energy: Float32Array;
  /** Full width at half maximum of the echo, seconds. */
  echoWidth: Float32Array;
  /** Subrays of the pulse that contributed to this return, or slices of foliage. */
  hitSubrays: Uint16Array;
  /** 1 while the scan angle grows along a scan line, from left to right below the platform; 0 while it falls. */
  scanDirection?: Uint8Array;
  /** 1 for the last return of the last pulse of a scan line. */
  edgeOfFlightLine?: Uint8Array;
  /** Flags and user data of LAS files by others, as they have them: no scan of ours sets these. */
  synthetic?: Uint8Array;
  keyPoint?: Uint8Array;
  withheld?: Uint8Array;
  overlap?: Uint8Array;
  userData?: Uint8Array;
  /** sRGB-encoded colour, 16 bits a channel, 3 × count, if the survey asks for colours. */
  rgb?: Uint16Array;
  /** Scanner on a platform with several, from 0. */
  scanner?: Uint8Array;
  /** Number of the pulse in its leg and scanner, of all its lasers, from 0, if an output asks for it. */
  pulse?: Uint32Array;
  /** Position that the beam hit, 3 × count, if the platform reports its pose with errors. */
  truePosition?: Float64Array;
  /** Vertical distance above the ground of the scene, metres; NaN where there is none; if an output asks for it. */
  heightAboveGround?: Float32Array;
  /** Speed at which the range grows, metres a second; NaN of what no surface sent back; if an output asks for it. */
  radialVelocity?: Float32Array;
  /** Velocity of the surface in the world, metres a second, 3 × count; likewise. */
  velocity?: Float32Array;
  /** 1 where the surface moves; if an output asks for it. */
  moving?: Uint8Array;
  /** Laser by elevation, from 0 for the lowest; only in frames, like azimuth and frameTime. */
  ring?: Uint16Array;
  /** Azimuth of the beam in the scanner's frame, radians, −π…π, clockwise from forward. */
  azimuth?: Float32Array;
  /** Seconds since the start of the frame. */
  frameTime?: Float32Array;
  /** Peak power of the echo, watts; only if some receiver samples; 0 for receivers that count photons. */
  amplitude?: Float32Array;
  /** Energy over the detection limit, decibels; like reflectanceDb and deviation, if an output asks for it. */
  amplitudeDb?: Float32Array;
  /** Energy over that of a white target at the same range, decibels. */
  reflectanceDb?: Float32Array;
  /** Difference between the shapes of echo and pulse, per cent of the pulse. */
  deviation?: Float32Array;
  /** Number of the recorded waveform in which it was found, NO_WAVEFORM for none; only with waveforms. */
  waveform?: Uint32Array;
  /** Seconds from that waveform's first sample to the return. */
  returnTime?: Float32Array;
  /** Distance to the nearest point of another cloud, metres; only of clouds that were compared with one. */
  distance?: Float32Array;
  /** Distance from the start of a section along its line, metres; only of clouds that were cut. */
  along?: Float64Array;
  /** Distance from that line, metres, positive to its right; likewise. */
  across?: Float64Array;
  /** M3C2 distance to another cloud along the normal, metres; NaN for none; only of core points of a comparison. */
  m3c2Distance?: Float32Array;
  /** Its level of detection at 95 %, metres; NaN for none. */
  m3c2Uncertainty?: Float32Array;
  /** 1 where the distance exceeds it. */
  m3c2Significant?: Uint8Array;
  /** Points of the first and of the second cloud in the cylinder. */
  m3c2Count1?: Uint32Array;
  m3c2Count2?: Uint32Array;
  /** Standard deviations of these along the normal, metres; NaN for fewer than 2 points. */
  m3c2StdDev1?: Float32Array;
  m3c2StdDev2?: Float32Array;
}

/** The arrays of a batch by name. */
export type PointKey = Exclude<keyof PointBatch, 'count'>;

/** Optional arrays, with their type and the numbers per point. */
const OPTIONAL = Object.freeze({
  scanDirection: { type: Uint8Array, components: 1 },
  edgeOfFlightLine: { type: Uint8Array, components: 1 },
  synthetic: { type: Uint8Array, components: 1 },
  keyPoint: { type: Uint8Array, components: 1 },
  withheld: { type: Uint8Array, components: 1 },
  overlap: { type: Uint8Array, components: 1 },
  userData: { type: Uint8Array, components: 1 },
  rgb: { type: Uint16Array, components: 3 },
  scanner: { type: Uint8Array, components: 1 },
  pulse: { type: Uint32Array, components: 1 },
  truePosition: { type: Float64Array, components: 3 },
  heightAboveGround: { type: Float32Array, components: 1 },
  radialVelocity: { type: Float32Array, components: 1 },
  velocity: { type: Float32Array, components: 3 },
  moving: { type: Uint8Array, components: 1 },
  ring: { type: Uint16Array, components: 1 },
  azimuth: { type: Float32Array, components: 1 },
  frameTime: { type: Float32Array, components: 1 },
  amplitude: { type: Float32Array, components: 1 },
  amplitudeDb: { type: Float32Array, components: 1 },
  reflectanceDb: { type: Float32Array, components: 1 },
  deviation: { type: Float32Array, components: 1 },
  waveform: { type: Uint32Array, components: 1 },
  returnTime: { type: Float32Array, components: 1 },
  distance: { type: Float32Array, components: 1 },
  along: { type: Float64Array, components: 1 },
  across: { type: Float64Array, components: 1 },
  m3c2Distance: { type: Float32Array, components: 1 },
  m3c2Uncertainty: { type: Float32Array, components: 1 },
  m3c2Significant: { type: Uint8Array, components: 1 },
  m3c2Count1: { type: Uint32Array, components: 1 },
  m3c2Count2: { type: Uint32Array, components: 1 },
  m3c2StdDev1: { type: Float32Array, components: 1 },
  m3c2StdDev2: { type: Float32Array, components: 1 },
});

export type OptionalKey = keyof typeof OPTIONAL;
export const OPTIONAL_KEYS = Object.freeze(Object.keys(OPTIONAL) as OptionalKey[]);

/** The optional array `key` of a batch, created with zeros if it is missing. */
export function optionalArray<Key extends OptionalKey>(batch: PointBatch, key: Key): NonNullable<PointBatch[Key]> {
  const { type, components } = OPTIONAL[key];
  const array = batch[key] ?? new type(batch.count * components);
  Object.assign(batch, { [key]: array });
  return array as NonNullable<PointBatch[Key]>;
}

/** A new batch with the points of `batch` at `indices`, in their order. */
export function selectPoints(batch: PointBatch, indices: Uint32Array): PointBatch {
  const runs = runsOf(indices);
  return mapArrays(batch, indices.length, (array, components) => {
    const copy = new (array.constructor as new (length: number) => PointArray)(indices.length * components);
    if (runs) copyRuns(array, copy, { runs, indices, components });
    else
      for (let i = 0, to = 0; i < indices.length; i++)
        for (let k = 0, from = components * indices[i]; k < components; k++) copy[to++] = array[from++];
    return copy;
  });
}

/** Numbers of a run on average, from which copying run by run is faster. */
const RUN_LEAST = 8;

/** Where in `indices` a run of consecutive numbers begins; undefined if runs are short. */
function runsOf(indices: Uint32Array): Uint32Array | undefined {
  const starts = new Uint32Array(Math.floor(indices.length / RUN_LEAST));
  let count = 0;
  for (let i = 0; i < indices.length; i++) {
    if (i > 0 && indices[i] === indices[i - 1] + 1) continue;
    if (count === starts.length) return undefined;
    starts[count++] = i;
  }
  return starts.subarray(0, count);
}

interface Runs {
  runs: Uint32Array;
  indices: Uint32Array;
  components: number;
}

function copyRuns(from: PointArray, to: PointArray, { runs, indices, components }: Runs): void {
  for (let k = 0; k < runs.length; k++) {
    const start = runs[k];
    const length = (runs[k + 1] ?? indices.length) - start;
    const first = indices[start];
    to.set(from.subarray(first * components, (first + length) * components), start * components);
  }
}

/** Points `first` … `end − 1` of a batch; its arrays are views of the same memory. */
export const slicePoints = (batch: PointBatch, first: number, end: number): PointBatch =>
  mapArrays(batch, end - first, (array, components) => array.subarray(first * components, end * components));

/** A copy of the points in new memory. */
export const copyPoints = (batch: PointBatch): PointBatch => mapArrays(batch, batch.count, (array) => array.slice());

/** The points of several batches, at least one, with the same attributes, in a new batch. */
export function joinBatches(batches: readonly PointBatch[]): PointBatch {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const joined: PointBatch = mapArrays(
    batches[0],
    count,
    (array, components) => new (array.constructor as new (length: number) => PointArray)(count * components),
  );
  let at = 0;
  for (const batch of batches) {
    for (const [key, array] of Object.entries(batch) as [PointKey, PointArray][])
      if (ArrayBuffer.isView(array)) joined[key]?.set(array, at * componentsOf(key));
    at += batch.count;
  }
  return joined;
}

type PointArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;
type PointArrayType = { new (memory: ArrayBufferLike): PointArray; BYTES_PER_ELEMENT: number };

function mapArrays(
  batch: PointBatch,
  count: number,
  map: (array: PointArray, components: number) => PointArray,
): PointBatch {
  const arrays = Object.entries(batch).flatMap(([key, array]: [string, unknown]) =>
    ArrayBuffer.isView(array) ? [[key, map(array as PointArray, componentsOf(key as PointKey))]] : [],
  );
  return { count, ...Object.fromEntries(arrays) };
}

/** Numbers per point in the array `key`. */
export const componentsOf = (key: PointKey): number =>
  key === 'normal' ? 3 : ((OPTIONAL as Partial<Record<PointKey, { components: number }>>)[key]?.components ?? 1);

/** Makes an array of `length` numbers. */
export type MakeArray = <Numbers extends PointArray>(type: ArrayType<Numbers>, length: number) => Numbers;

interface ArrayType<Numbers extends PointArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Numbers;
  new (memory: ArrayBuffer, at: number, length: number): Numbers;
}

/** Allocates new memory. */
const zeros: MakeArray = (type, length) => new type(length);

/**
 * Creates a batch of `count` points, all zero unless `make` provides other memory for its arrays.
 *
 * @example
 * ```ts
 * const batch = createPointBatch(2);
 * batch.x.set([1.5, 2.5]);
 * ```
 */
export function createPointBatch(count: number, make = zeros): PointBatch {
  return {
    count,
    x: make(Float64Array, count),
    y: make(Float64Array, count),
    z: make(Float64Array, count),
    gpsTime: make(Float64Array, count),
    intensity: make(Uint16Array, count),
    returnNumber: make(Uint8Array, count),
    returnCount: make(Uint8Array, count),
    classification: make(Uint8Array, count),
    channel: make(Uint8Array, count),
    scanAngle: make(Float32Array, count),
    pointSourceId: make(Uint16Array, count),
    normal: make(Float32Array, 3 * count),
    instance: make(Uint32Array, count),
    material: make(Uint16Array, count),
    semantic: make(Uint16Array, count),
    range: make(Float64Array, count),
    incidenceAngle: make(Float32Array, count),
    energy: make(Float32Array, count),
    echoWidth: make(Float32Array, count),
    hitSubrays: make(Uint16Array, count),
  };
}

/** Some attributes of some points. */
export type PointColumns<Key extends PointKey> = { count: number } & Pick<PointBatch, Key>;

/** The arrays `keys` of `count` points, all zero. `allocate` makes their memory. */
export function createColumns<Key extends PointKey>(
  count: number,
  keys: readonly Key[],
  allocate = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes),
): PointColumns<Key> {
  const none = createPointBatch(0);
  const arrays = keys.map((key) => {
    const type = (key in OPTIONAL ? OPTIONAL[key as OptionalKey].type : none[key]?.constructor) as PointArrayType;
    return [key, new type(allocate(count * componentsOf(key) * type.BYTES_PER_ELEMENT))];
  });
  return { count, ...Object.fromEntries(arrays) };
}
