import { counted } from '../../base/text.js';
import { POINT_ATTRIBUTES } from '../../cloud/point-schema.js';
import { viewOf } from '../bytes/byte-fields.js';
import { COPC_USER_ID } from '../copc/copc-info.js';
import { EXTRA_BYTES_USER_ID } from '../las/extra-bytes.js';
import { HELIOS_FIELDS, hasHeliosFields } from '../las/helios-fields.js';
import { INTENSITY_SCALE_USER_ID } from '../las/intensity-scale.js';
import { FORMAT_6, WAVE_PACKET_AT } from '../las/point-layout.js';
import { isWktRecord, WKT_USER_ID } from '../las/wkt.js';
import type { LasFile, VlrEntry } from '../las-files/las-file.js';
import { LASZIP_USER_ID } from '../laz/laszip-record.js';

/** Bits of a record that no attribute of a point holds: byte, mask, and their meaning. */
type Bits = readonly [at: number, mask: number, name: string];

const FORMAT_0_BITS: readonly Bits[] = [
  [14, 1 << 6, 'scan direction'],
  [14, 1 << 7, 'edge of flight line'],
  [15, 1 << 5, 'synthetic'],
  [15, 1 << 6, 'key-point'],
  [15, 1 << 7, 'withheld'],
  [17, 255, 'user data'],
];

const FORMAT_6_BITS: readonly Bits[] = [
  [FORMAT_6.flags, 1 << 0, 'synthetic'],
  [FORMAT_6.flags, 1 << 1, 'key-point'],
  [FORMAT_6.flags, 1 << 2, 'withheld'],
  [FORMAT_6.flags, 1 << 3, 'overlap'],
  [FORMAT_6.flags, 1 << 6, 'scan direction'],
  [FORMAT_6.flags, 1 << 7, 'edge of flight line'],
  [FORMAT_6.userData, 255, 'user data'],
];

/** Offset of near infrared, two bytes, in the formats with it. */
const INFRARED_AT: Readonly<Record<number, number>> = { 8: 36, 10: 36 };

/** Owners of records that are rewritten anyway, or describe only the packing of points. */
const KNOWN_OWNERS: readonly string[] = [EXTRA_BYTES_USER_ID, INTENSITY_SCALE_USER_ID, LASZIP_USER_ID, COPC_USER_ID];

/** Owner and number of a record, for messages. */
export const recordName = ({ userId, recordId }: Pick<VlrEntry, 'userId' | 'recordId'>): string =>
  `${userId || 'of nobody'} ${recordId}`;

/**
 * Counts the losses from records of a LAS file if only attributes are carried over (LAS 1.4 – R15, tables 7 and 14).
 */
export class LasLosses {
  private readonly file: LasFile;
  private readonly bits: readonly Bits[];
  private readonly counts: number[];

  constructor(file: LasFile) {
    const { pointFormat } = file.header;
    const nir = INFRARED_AT[pointFormat];
    const infrared: Bits[] = nir === undefined ? [] : [[nir, 0xffff, 'near infrared']];
    this.file = file;
    this.bits = [...(pointFormat >= 6 ? FORMAT_6_BITS : FORMAT_0_BITS), ...infrared];
    this.counts = this.bits.map(() => 0);
  }

  /** Counts `count` records. */
  add(records: Uint8Array, count: number): void {
    const view = viewOf(records);
    const { recordLength } = this.file.header;
    this.bits.forEach(([at, mask], k) => {
      let found = 0;
      if (mask > 255) {
        for (let i = 0, from = at; i < count; i++, from += recordLength) if (view.getUint16(from, true) !== 0) found++;
      } else
        for (let i = 0, from = at; i < count; i++, from += recordLength)
          if ((view.getUint8(from) & mask) !== 0) found++;
      this.counts[k] += found;
    });
  }

  /** The losses, one sentence each. */
  texts(): string[] {
    const { path, header } = this.file;
    const parts = this.bits.flatMap(([, , name], k) =>
      this.counts[k] > 0 ? [`${name} (${counted(this.counts[k], 'point')})`] : [],
    );
    const unknown = this.unknownFields();
    if (unknown.length > 0) parts.push(`extra bytes ${unknown.join(', ')}`);
    if (header.pointFormat in WAVE_PACKET_AT) parts.push('waveforms');
    const others = this.file.vlrs.filter((record) => !this.isKnown(record));
    if (others.length > 0) parts.push(`records ${others.map(recordName).join(', ')}`);
    return parts.length > 0 ? [`${path}: not carried over: ${parts.join(', ')}`] : [];
  }

  /** A record of the reference system that cannot be read is lost. */
  private isKnown(record: VlrEntry): boolean {
    const isOfReference = record.userId === WKT_USER_ID || isWktRecord(record);
    return isOfReference ? this.file.crs !== undefined : KNOWN_OWNERS.includes(record.userId);
  }

  private unknownFields(): string[] {
    const isOfHelios = hasHeliosFields(this.file.extraFields);
    return this.file.extraFields
      .filter(({ name, type }) => {
        const isKnown = POINT_ATTRIBUTES.some(({ extraName }) => extraName === name);
        return type === undefined || !(isKnown || (isOfHelios && name in HELIOS_FIELDS));
      })
      .map(({ name }) => name || 'without a name');
  }
}
