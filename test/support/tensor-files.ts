import type { Vec3 } from '../../src/base/vec3.js';

/** A field to be written, with numbers in C order. */
export interface TensorField {
  name: string;
  shape: number[];
  values: Uint8Array | Uint32Array | Float32Array;
}

const typeOf = (values: TensorField['values']) =>
  values instanceof Uint8Array ? 1 : values instanceof Uint32Array ? 5 : 10;

/** The bytes of a tensor file: header, then arrays one after another, `gap` bytes before each. */
export function tensorFile(fields: readonly TensorField[], gap = 0): Buffer {
  const headerSize = fields.reduce(
    (size, { name, shape }) => size + 13 + Buffer.byteLength(name) + 8 * shape.length,
    18,
  );
  const header = Buffer.alloc(headerSize);
  header.write('tensor_file\0', 'latin1');
  header.set([1, 0], 12);
  header.writeUInt32LE(fields.length, 14);
  const chunks: Buffer[] = [header];
  let [at, offset] = [18, headerSize];
  for (const { name, shape, values } of fields) {
    at = header.writeUInt16LE(Buffer.byteLength(name), at);
    at += header.write(name, at);
    at = header.writeUInt16LE(shape.length, at);
    at = header.writeUInt8(typeOf(values), at);
    at = header.writeBigUInt64LE(BigInt(offset + gap), at);
    for (const count of shape) at = header.writeBigUInt64LE(BigInt(count), at);
    chunks.push(Buffer.alloc(gap), Buffer.from(values.buffer, values.byteOffset, values.byteLength));
    offset += gap + values.byteLength;
  }
  return Buffer.concat(chunks);
}

export interface RglFileOptions {
  /** f_r (1/sr) of unit vectors at a wavelength (nm). */
  f: (incoming: Vec3, outgoing: Vec3, wavelengthNm: number) => number;
  /** Azimuths of incidence (radians); one: isotropic. */
  phi?: number[];
  /** Angles of incidence (radians). */
  theta?: number[];
  wavelengthsNm?: number[];
  /** Rows and columns of the measured square. */
  size?: number;
  /** Visible normals: the same everywhere, or denser along a slope, so that places in the square differ. */
  warp?: 'even' | 'sloped';
  /** false: spectra hold f_r cos θ_o itself. */
  jacobian?: boolean;
  rgb?: boolean;
}

/**
 * Density (0.5 + x)(1.5 − y) over the unit square, and the places at which its cumulative shares are s: both quadratic.
 */
const SLOPED = {
  density: (x: number, y: number) => (0.5 + x) * (1.5 - y),
  inverse: ([sx, sy]: [number, number]): [number, number] => [
    Math.sqrt(0.25 + 2 * sx) - 0.5,
    1.5 - Math.sqrt(2.25 - 2 * sy),
  ],
};
const EVEN = { density: () => 1, inverse: (s: [number, number]) => s };

/** Smooth in every direction and nowhere 0, so that each of them matters: facets by (x, y), area by x. */
const ndfAt = (x: number, y: number) => 0.3 + 0.2 * x + 0.1 * y;
const sigmaAt = (x: number) => 0.4 + 0.3 * x * x;

const direction = (theta: number, phi: number): Vec3 => [
  Math.sin(theta) * Math.cos(phi),
  Math.sin(theta) * Math.sin(phi),
  Math.cos(theta),
];

/** Fields of an RGL material file whose measurement is `f`, exact at the nodes of its grids. */
export function rglFields({
  f,
  phi = [0],
  theta = [0, 0.4, 0.8, 1.2, 1.5],
  wavelengthsNm = [400, 700, 1000],
  size = 33,
  warp = 'even',
  jacobian = true,
  rgb = false,
}: RglFileOptions): TensorField[] {
  const { density, inverse } = warp === 'even' ? EVEN : SLOPED;
  const grid = (name: string, rows: number, columns: number, value: (x: number, y: number) => number): TensorField => ({
    name,
    shape: [rows, columns],
    values: Float32Array.from({ length: rows * columns }, (_, k) =>
      value((k % columns) / (columns - 1), rows > 1 ? Math.floor(k / columns) / (rows - 1) : 0),
    ),
  });
  const plane = grid('vndf', 3, 4, density);
  const incidences = phi.flatMap((azimuth) => theta.map((angle) => [angle, azimuth] as const));

  const measured = incidences.flatMap(([angle, azimuth]) =>
    wavelengthsNm.map((wavelength) => {
      const incoming = direction(angle, azimuth);
      return grid('', size, size, (sx, sy) => {
        const [x, y] = inverse([sx, sy]);
        const half = direction((x * x * Math.PI) / 2, (2 * y - 1) * Math.PI);
        const twice = 2 * (half[0] * incoming[0] + half[1] * incoming[1] + half[2] * incoming[2]);
        const outgoing = half.map((value, axis) => twice * value - incoming[axis]) as unknown as Vec3;
        const scale = jacobian ? (4 * sigmaAt(Math.sqrt((2 * angle) / Math.PI))) / ndfAt(x, y) : 1;
        return f(incoming, outgoing, wavelength) * outgoing[2] * scale;
      }).values;
    }),
  );
  const spectra = Float32Array.from(measured.flatMap((values) => [...values]));

  return [
    { name: 'version', shape: [2], values: Uint32Array.of(3, 3) },
    { name: 'description', shape: [9], values: new Uint8Array(Buffer.from('synthetic')) },
    { name: 'phi_i', shape: [phi.length], values: Float32Array.from(phi) },
    { name: 'theta_i', shape: [theta.length], values: Float32Array.from(theta) },
    grid('sigma', 1, 65, sigmaAt),
    grid('ndf', 65, 65, ndfAt),
    {
      name: 'vndf',
      shape: [phi.length, theta.length, 3, 4],
      values: Float32Array.from(incidences.flatMap(() => [...plane.values])),
    },
    ...(rgb ? [] : [{ name: 'wavelengths', shape: [wavelengthsNm.length], values: Float32Array.from(wavelengthsNm) }]),
    {
      name: rgb ? 'rgb' : 'spectra',
      shape: [phi.length, theta.length, wavelengthsNm.length, size, size],
      values: spectra,
    },
    { name: 'jacobian', shape: [1], values: Uint8Array.of(jacobian ? 1 : 0) },
  ];
}

/** The bytes of an RGL material file whose measurement is `options.f`. */
export const rglFile = (options: RglFileOptions): Buffer => tensorFile(rglFields(options));
