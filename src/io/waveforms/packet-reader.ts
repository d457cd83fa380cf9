import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { GLOBAL_ENCODING } from '../las/las-header.js';
import { EVLR_HEADER_BYTES } from '../las/vlr.js';
import {
  DESCRIPTOR_BASE,
  DESCRIPTOR_BYTES,
  DESCRIPTORS_MAX,
  decodeDescriptor,
  WAVEFORM_DATA_RECORD_ID,
  WAVEFORM_USER_ID,
  type WaveformDescriptor,
} from '../las/waveform-descriptor.js';
import { waveformPath } from '../las/waveform-path.js';
import type { LasFile } from '../las-files/las-file.js';
import { PART_SAMPLES_MAX } from './recorded-pulse.js';

/** A point's reference to its waveform packet. */
export interface PacketReference {
  /** Number of the point in the file, from 0. */
  point: number;
  /** 1…255. */
  descriptor: number;
  /** Bytes from the start of the packets' header. */
  offset: number;
  bytes: number;
}

/** The samples of a packet. */
export interface Packet {
  descriptor: WaveformDescriptor;
  /** Samples in the unit of the descriptor: offset + gain · number. */
  values: Float64Array;
}

/** Location of the packets of a LAS file. */
interface PacketPlace {
  path: string;
  /** Start of their header, bytes. */
  start: number;
}

/** Opens the packets of a file for `use`, and closes them afterwards. Throws UserError if they cannot be read. */
export async function withPackets<Result>(
  file: LasFile,
  use: (read: (reference: PacketReference) => Promise<Packet>) => Promise<Result>,
): Promise<Result> {
  const descriptors = await readDescriptors(file);
  const place = placeOf(file);
  await checkIsThere(file, place);
  return withFile(file.files, place.path, (handle) =>
    use((reference) => readPacket(handle, place, reference, demandDescriptor(file, descriptors, reference))),
  );
}

/** The descriptors by number. */
async function readDescriptors({ files, path, vlrs }: LasFile): Promise<Map<number, WaveformDescriptor>> {
  const found = new Map<number, WaveformDescriptor>();
  await withFile(files, path, async (handle) => {
    for (const { userId, recordId, dataOffset } of vlrs) {
      const index = recordId - DESCRIPTOR_BASE;
      if (userId !== WAVEFORM_USER_ID || index < 1 || index > DESCRIPTORS_MAX) continue;
      const descriptor = decodeDescriptor(await readBytes(handle, dataOffset, DESCRIPTOR_BYTES));
      if (descriptor) found.set(index, descriptor);
    }
  });
  return found;
}

/**
 * The packets are in the .wdp file beside it if the header says so, or names no place in the file; otherwise in the
 * file.
 */
function placeOf({ path, header, vlrs }: LasFile): PacketPlace {
  const isExternal = (header.globalEncoding & GLOBAL_ENCODING.externalWaveforms) !== 0;
  const record = vlrs.find(
    ({ userId, recordId }) => userId === WAVEFORM_USER_ID && recordId === WAVEFORM_DATA_RECORD_ID,
  );
  const start = header.waveformOffset || (record ? record.dataOffset - EVLR_HEADER_BYTES : 0);
  return isExternal || start === 0 ? { path: waveformPath(path), start: 0 } : { path, start };
}

async function checkIsThere({ files, path }: { files: Files; path: string }, place: PacketPlace): Promise<void> {
  const info = await files.stat(place.path).catch(() => undefined);
  if (info?.kind === 'file') return;
  throw new UserError(`its waveforms are in ${place.path}, which is not there`, {
    place: { file: path },
    hint: 'keep the .las and the .wdp file under the same name in one folder',
  });
}

function demandDescriptor(
  { path }: LasFile,
  descriptors: ReadonlyMap<number, WaveformDescriptor>,
  { point, descriptor }: PacketReference,
): WaveformDescriptor {
  const found = descriptors.get(descriptor);
  if (found) return found;
  throw new UserError(
    `point ${point} has a waveform of descriptor ${descriptor}; the file has ${descriptors.size === 0 ? 'none' : [...descriptors.keys()].join(', ')}`,
    { place: { file: path } },
  );
}

async function readPacket(
  handle: InputFile,
  { path, start }: PacketPlace,
  reference: PacketReference,
  descriptor: WaveformDescriptor,
): Promise<Packet> {
  const { bits, samples, compression } = descriptor;
  const fault = (found: string) =>
    new UserError(`the waveform of point ${reference.point}: ${found}`, { place: { file: path } });
  if (compression !== 0) throw fault(`found compression ${compression}, expected 0: samples that are not compressed`);
  if (bits !== 8 && bits !== 16 && bits !== 32)
    throw fault(`found samples of ${counted(bits, 'bit')}, expected 8, 16 or 32`);
  if (samples > PART_SAMPLES_MAX)
    throw fault(`found ${counted(samples, 'sample')}, expected ${PART_SAMPLES_MAX} at most`);
  const bytes = (samples * bits) / 8;
  if (reference.bytes < bytes)
    throw fault(
      `found a packet of ${counted(reference.bytes, 'byte')}, expected ${bytes} for ${counted(samples, 'sample')} of ${counted(bits, 'bit')}`,
    );
  const from = start + reference.offset;
  if (!(from + bytes <= handle.info.size))
    throw fault(`found bytes ${from} to ${from + bytes}, expected some of the file's ${handle.info.size}`);
  const data = await readBytes(handle, from, bytes);
  return { descriptor, values: valuesOf(data, descriptor) };
}

function valuesOf(data: Uint8Array, { bits, samples, gain, offset }: WaveformDescriptor): Float64Array {
  const view = viewOf(data);
  const number = (k: number) =>
    bits === 8 ? data[k] : bits === 16 ? view.getUint16(2 * k, true) : view.getUint32(4 * k, true);
  return Float64Array.from({ length: samples }, (_, k) => offset + gain * number(k));
}
