import { UserError } from '../../base/errors.js';
import { partSamples, type WaveformBatch } from '../../cloud/waveform-batch.js';
import { DESCRIPTORS_MAX, type WaveformDescriptor } from './waveform-descriptor.js';

/** Seconds to whole picoseconds, the unit of descriptors. */
const PICOSECONDS = 1e12;

/** Shortest packet; parts are multiples of it. */
export const SAMPLES_MIN = 8;

/**
 * Samples in watts become 16-bit numbers with a gain that is a power of this, so that few gains occur. The step is at
 * most 1/14,000 of the largest sample.
 */
const GAIN_FACTOR = 4;
/** Code of no light, so that noise below it can be written. */
const WATT_ZERO = 8192;
const CODE_MAX = 65535;

/** Lengths of packets: 8, 16, 24, 32, 48, 64, 96, … samples. A part is padded with samples of no light. */
export function packetSamples(samples: number): number {
  let length = SAMPLES_MIN;
  while (length < samples) length *= 2;
  const below = (length * 3) / 4;
  return below >= samples && below >= 3 * SAMPLES_MIN ? below : length;
}

/** Bits of a sample in packets of a digitiser of `bits` bits; 0: no digitiser. */
const sampleBits = (bits: number): 8 | 16 => (bits > 0 && bits <= 8 ? 8 : 16);

/** Bytes of the packet of a part. */
export const packetBytesOf = (samples: number, bits: number): number => (packetSamples(samples) * sampleBits(bits)) / 8;

/** The descriptor that fits part number `part` of a batch. */
export function formOf(batch: WaveformBatch, part: number): WaveformDescriptor {
  const { interval, bits, baseline, sampleCount } = batch;
  const gain = stepOf(batch, part);
  const samples = packetSamples(sampleCount[part]);
  const common = { compression: 0, samples, spacing: Math.round(interval * PICOSECONDS), gain };
  if (bits === 0) return { ...common, bits: sampleBits(bits), offset: -WATT_ZERO * gain };
  return { ...common, bits: sampleBits(bits), offset: baseline === 0 ? 0 : -gain * baseline };
}

/** Watts per unit of a part's samples in its packet. */
const stepOf = (batch: WaveformBatch, part: number): number =>
  batch.bits > 0 ? batch.gain[part] : wattStep(partSamples(batch, part));

/** The smallest power of GAIN_FACTOR with which all samples, watts, fit 16 bits. */
function wattStep(samples: Float32Array): number {
  let most = Number.MIN_VALUE;
  for (const sample of samples) most = Math.max(most, sample / (CODE_MAX - WATT_ZERO), -sample / WATT_ZERO);
  return GAIN_FACTOR ** Math.ceil(Math.log(most) / Math.log(GAIN_FACTOR));
}

/** Code of a sample in a packet of this form. */
export function codeOf(sample: number, bits: number, { gain }: WaveformDescriptor): number {
  if (bits > 0) return sample;
  return Math.max(0, Math.min(CODE_MAX, Math.round(sample / gain) + WATT_ZERO));
}

/** Code of no light in packets of this form. */
export const darkCode = ({ gain, offset }: WaveformDescriptor): number => Math.round(-offset / gain);

/** The descriptors of a file, created on demand and reused. */
export class DescriptorTable {
  readonly descriptors: WaveformDescriptor[] = [];
  /** Indices by the properties that define a descriptor: length, gain, and those common to a batch. */
  private readonly indices = new Map<string, Map<number, Map<number, number>>>();

  /**
   * Number, from 1, of a descriptor that fits packets of part number `part`; once the table is full, one with more
   * samples. Throws UserError if there is none.
   */
  find(batch: WaveformBatch, part: number): number {
    const { interval, bits, baseline, sampleCount } = batch;
    const common = `${interval} ${bits} ${baseline}`;
    const byStep = valueAt(this.indices, common, () => new Map<number, Map<number, number>>());
    const bySamples = valueAt(byStep, stepOf(batch, part), () => new Map<number, number>());
    return valueAt(bySamples, packetSamples(sampleCount[part]), () => this.add(formOf(batch, part)));
  }

  private add(form: WaveformDescriptor): number {
    if (this.descriptors.length < DESCRIPTORS_MAX) return this.descriptors.push(form);
    const { bits, spacing, gain, offset } = form;
    const [found] = this.descriptors
      .map((known, i) => ({ known, index: i + 1 }))
      .filter(({ known }) => known.bits === bits && known.spacing === spacing && known.samples >= form.samples)
      .filter(({ known }) => known.gain === gain && known.offset === offset)
      .sort((a, b) => a.known.samples - b.known.samples);
    if (found) return found.index;
    throw new UserError(`the waveforms have more than ${DESCRIPTORS_MAX} lengths and gains, the most that LAS holds`, {
      hint: 'write them to a .npz file of their own: output: [{ file: flight.las }, { file: flight.npz }]',
    });
  }
}

/** The value of a map at a key, created if it is missing. */
function valueAt<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
