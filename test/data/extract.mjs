// Makes the extracts of this folder out of the whole reference data: node test/data/extract.mjs [FROM] [TO]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gunzipSync } from 'node:zlib';

/** Copied as they are: tables of numbers. */
const TABLES = [
  ...['Alpha_Prime_VLS-128', 'HDL-32E', 'HDL-64E_S3', 'Pandar64', 'Puck_Hi-Res', 'Puck_and_Puck_LITE'],
  'Ultra_Puck_VLP-32C',
].map((name) => `sensors/${name}.csv`);
const RGL_TABLES = ['HesaiPandar40P', 'HesaiPandarQT64'].map((name) => `sensors_rgl/${name}.csv`);
const NK_TABLE = 'nk_table.csv';

/** Of the pulses of a survey of HELIOS++ every n-th is kept, so that more than 500 of each survey of ours remain. */
const PULSES = {
  als_toyblocks: 5,
  light_als_toyblocks_multiscanner: 2,
  mls_toyblocks: 4,
  tls_dyn_cube: 3,
  tls_livox: 3,
  // Two surveys of ours have their pulses here.
  tls_toyblocks: 1,
};

/** Incidences and wavelengths that are kept of tensor files, by number; others take no part in values between these. */
const BSDFS = {
  // 22.9° and 35.5°; 894.7 and 921.5 nm.
  synthetic_ggx03_metal_spec: { phi_i: [0], theta_i: [2, 3], wavelengths: [20, 21] },
  // 0°, 22.5° and 90°, so a quarter turn; 22.9° and 35.5°; 841.1 and 1001.9 nm.
  synthetic_aniso_ggx_spec: { phi_i: [8, 9, 12], theta_i: [2, 3], wavelengths: [3, 4] },
};

/** Folders of the reference data, by the names of their extracts; those that are not here lie in `data`. */
const PLACES = { helios: 'helios/reference' };

/** Writes the extracts of the reference data in `from` into the folder `to`, large ones by `pack`. */
export function extractAll(from, to, pack = brotliCompressSync) {
  const placed = (path) => path.replace(/^[^/]+/, (name) => PLACES[name] ?? `data/${name}`);
  const read = (path) => readFileSync(join(from, placed(path)));
  const text = (path) => read(path).toString();
  const keep = (path, content) => {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), content);
  };
  for (const path of [...TABLES, ...RGL_TABLES, NK_TABLE]) keep(path, read(path));
  const spectra = readdirSync(join(from, placed('ecostress'))).map((name) => `ecostress/${name}`);
  for (const path of [...spectra, ...indexFiles(text(NK_TABLE))]) keep(path, nearLasers(text(path)));
  for (const [name, kept] of Object.entries(BSDFS)) {
    const path = `bsdf_synthetic/${name}.bsdf`;
    keep(`${path}.br`, pack(cutTensors(read(path), kept)));
  }
  keep('bsdf_oracle.csv', oracleRows(text('bsdf_oracle.csv')));
  for (const [survey, step] of Object.entries(PULSES)) {
    const path = `helios/${survey}.pulses.txt`;
    keep(`${path}.br`, pack(fewPulses(gunzipSync(read(`${path}.gz`)).toString(), step)));
  }
}

/** Files that the table of refractive indices was made of. */
function indexFiles(table) {
  const files = table.match(/(?<=,)[^,"]+\.yml(?=,)/g).filter((file) => !file.endsWith('about.yml'));
  return [...new Set(files)].map((file) => `refractiveindex/${file}`);
}

/** Wavelengths (nm) at which the tests compare spectra, and those between which materials are known. */
const LASERS = [532, 850, 905, 1064, 1550];
const ENDS = [300, 2600];
/** Rows that are kept to either side of each. */
const NEIGHBOURS = 2;

/** A text with tables over the wavelength in µm: the first row of each table, the last, and those near these. */
function nearLasers(text) {
  return text.replaceAll(/(?:^[ \t]*[\d.][-+.\dE]*(?:[ \t]+[-+.\dE]+){1,2}[ \t]*\r?\n?)+/gim, (table) => {
    const rows = table.match(/.*\n|.+$/g);
    const wavelengths = rows.map((row) => 1000 * Number.parseFloat(row));
    const kept = new Set([0, rows.length - 1]);
    for (const here of [...LASERS, ...ENDS]) {
      const next = wavelengths.findIndex((at, i) => i > 0 && (at - here) * (wavelengths[i - 1] - here) <= 0);
      if (next > 0) for (let i = next - NEIGHBOURS; i < next + NEIGHBOURS; i++) kept.add(i);
    }
    return rows.filter((_, i) => kept.has(i)).join('');
  });
}

/** A tensor file with the kept items of its axes alone. */
function cutTensors(bytes, kept) {
  const all = tensorsOf(bytes);
  const counts = Object.fromEntries(all.map(({ name, shape }) => [name, shape[0]]));
  const fields = all.map((field) => cutTensor(field, kept, counts));
  const head = 18 + fields.reduce((size, { name, shape }) => size + 13 + name.length + 8 * shape.length, 0);
  const header = Buffer.alloc(head);
  bytes.copy(header, 0, 0, 18);
  let [at, offset] = [18, head];
  for (const { name, type, shape, content } of fields) {
    at = header.writeUInt16LE(name.length, at);
    at += header.write(name, at, 'latin1');
    at = header.writeUInt16LE(shape.length, at);
    at = header.writeUInt8(type, at);
    at = header.writeBigUInt64LE(BigInt(offset), at);
    for (const count of shape) at = header.writeBigUInt64LE(BigInt(count), at);
    offset += content.length;
  }
  return Buffer.concat([header, ...fields.map(({ content }) => content)]);
}

/** Fields of a tensor file; types u8, u32 and f32 alone (src/material/read/rgl/tensor-file.ts has the layout). */
function tensorsOf(bytes) {
  const fields = [];
  for (let at = 18; fields.length < bytes.readUInt32LE(14); ) {
    const nameEnd = at + 2 + bytes.readUInt16LE(at);
    const name = bytes.toString('latin1', at + 2, nameEnd);
    const axes = bytes.readUInt16LE(nameEnd);
    const type = bytes[nameEnd + 2];
    const start = Number(bytes.readBigUInt64LE(nameEnd + 3));
    const shape = Array.from({ length: axes }, (_, k) => Number(bytes.readBigUInt64LE(nameEnd + 11 + 8 * k)));
    const length = shape.reduce((product, count) => product * count, type === 1 ? 1 : 4);
    fields.push({ name, type, shape, content: bytes.subarray(start, start + length) });
    at = nameEnd + 11 + 8 * axes;
  }
  return fields;
}

/** Axes of the fields that depend on incidence or wavelength; others are kept whole. `valid` has all of its in one. */
const AXES = {
  phi_i: ['phi_i'],
  theta_i: ['theta_i'],
  wavelengths: ['wavelengths'],
  vndf: ['phi_i', 'theta_i'],
  luminance: ['phi_i', 'theta_i'],
  spectra: ['phi_i', 'theta_i', 'wavelengths'],
  valid: ['phi_i', 'theta_i'],
};

function cutTensor({ name, type, shape, content }, kept, counts) {
  const axes = AXES[name] ?? [];
  let parts = [content];
  for (const axis of axes)
    parts = parts.flatMap((part) => {
      const step = part.length / counts[axis];
      return kept[axis].map((item) => part.subarray(item * step, (item + 1) * step));
    });
  const cut = Buffer.concat(parts);
  const shapeCut = shape.map((count, k) => (axes[k] ? kept[axes[k]].length : count));
  return { name, type, shape: name === 'valid' ? [cut.length] : shapeCut, content: cut };
}

/** Rows of the oracle for directions and wavelengths that the cut files reach. */
function oracleRows(table) {
  const [head, ...rows] = table.split(/\r?\n/);
  const reached = ({ file, thetaIn, phiIn, wavelength }) => {
    if (!(thetaIn >= 22.92 && thetaIn <= 35.52)) return false;
    if (file === 'synthetic_ggx03_metal_spec.bsdf') return wavelength === 905;
    return file === 'synthetic_aniso_ggx_spec.bsdf' && wavelength >= 850 && (phiIn <= 22.5 || phiIn === 90);
  };
  const kept = rows.filter((row) => {
    const [file, , thetaIn, phiIn, , , wavelength] = row.split(',');
    return reached({ file, thetaIn: Number(thetaIn), phiIn: Number(phiIn), wavelength: Number(wavelength) });
  });
  return `${[head, ...kept].join('\n')}\n`;
}

/** Every `step`-th line of the pulses, without their times: leg, origin, direction, 0, number, device. */
function fewPulses(text, step) {
  const lines = text.trim().split('\n');
  const kept = lines.filter((_, i) => i % step === 0).map((line) => line.split(' ').with(7, '0').join(' '));
  return `${kept.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from = '../shared', to = 'test/data'] = process.argv.slice(2);
  extractAll(from, to);
}
