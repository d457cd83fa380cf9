/*
 * Waveform packet descriptors: the form of the samples of packets, in records 100 to 354 of LASF_Spec, 26 bytes each.
 * ASPRS LAS Specification 1.4 – R15, "Waveform Packet Descriptors".
 */
import { viewOf } from '../bytes/byte-fields.js';
import { EVLR_HEADER_BYTES, encodeEvlrHeader, VLR_HEADER_BYTES, type Vlr } from './vlr.js';

export const WAVEFORM_USER_ID = 'LASF_Spec';
/** The record id of descriptor k is this + k; a descriptor of 0 in a point means no waveform. */
export const DESCRIPTOR_BASE = 99;
export const DESCRIPTORS_MAX = 255;
/** The extended record with the packets. */
export const WAVEFORM_DATA_RECORD_ID = 65535;

/** Whether a record holds the packets. */
export const isWaveformData = ({ userId, recordId }: Pick<Vlr, 'userId' | 'recordId'>): boolean =>
  userId === WAVEFORM_USER_ID && recordId === WAVEFORM_DATA_RECORD_ID;

const AT = Object.freeze({ bits: 0, compression: 1, samples: 2, spacing: 6, gain: 10, offset: 18 });
export const DESCRIPTOR_BYTES = 26;

/** The samples of a packet. */
export interface WaveformDescriptor {
  bits: number;
  /** 0: none. */
  compression: number;
  samples: number;
  /** Time between two samples, picoseconds. */
  spacing: number;
  /** The quantity is offset + gain · number, in watts instead of the specification's volts. */
  gain: number;
  offset: number;
}

/** The record of descriptor number `index`, 1…255. */
function descriptorVlr(index: number, descriptor: WaveformDescriptor): Vlr {
  const data = new Uint8Array(DESCRIPTOR_BYTES);
  const view = viewOf(data);
  view.setUint8(AT.bits, descriptor.bits);
  view.setUint8(AT.compression, descriptor.compression);
  view.setUint32(AT.samples, descriptor.samples, true);
  view.setUint32(AT.spacing, descriptor.spacing, true);
  view.setFloat64(AT.gain, descriptor.gain, true);
  view.setFloat64(AT.offset, descriptor.offset, true);
  const description = `Waveforms of ${descriptor.samples} samples`;
  return { userId: WAVEFORM_USER_ID, recordId: DESCRIPTOR_BASE + index, description, data };
}

/** The descriptor in the data of its record; undefined if they are too short. */
export function decodeDescriptor(data: Uint8Array): WaveformDescriptor | undefined {
  if (data.length < DESCRIPTOR_BYTES) return undefined;
  const view = viewOf(data);
  return {
    bits: view.getUint8(AT.bits),
    compression: view.getUint8(AT.compression),
    samples: view.getUint32(AT.samples, true),
    spacing: view.getUint32(AT.spacing, true),
    gain: view.getFloat64(AT.gain, true),
    offset: view.getFloat64(AT.offset, true),
  };
}

/** Header of `bytes` of packets, for the extended record and for a .wdp file. Offsets count from its start. */
export const waveformDataHeader = (bytes: number): Uint8Array =>
  encodeEvlrHeader({
    userId: WAVEFORM_USER_ID,
    recordId: WAVEFORM_DATA_RECORD_ID,
    description: 'Waveform data packets',
    dataLength: bytes,
  });

/** Bytes before the first packet. */
export const PACKETS_AT = EVLR_HEADER_BYTES;

const ROOM_BYTES = DESCRIPTORS_MAX * (VLR_HEADER_BYTES + DESCRIPTOR_BYTES);

/**
 * The records of `descriptors`, numbered from 1, and a filler for those that the file may still get: the head is
 * written before the points, which decide their number.
 */
export function descriptorVlrs(descriptors: readonly WaveformDescriptor[]): Vlr[] {
  const vlrs = descriptors.map((descriptor, i) => descriptorVlr(i + 1, descriptor));
  const free = ROOM_BYTES - descriptors.length * (VLR_HEADER_BYTES + DESCRIPTOR_BYTES);
  if (free === 0) return vlrs;
  const filler = new Uint8Array(free - VLR_HEADER_BYTES);
  return [...vlrs, { userId: 'subray', recordId: 1, description: 'Room for more descriptors', data: filler }];
}
