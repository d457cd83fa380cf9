import { counted } from '../../base/text.js';
import { POINT_ATTRIBUTES } from '../../cloud/point-schema.js';
import { viewOf } from '../bytes/byte-fields.js';
import { COPC_USER_ID } from '../copc/copc-info.js';
import { EXTRA_BYTES_USER_ID } from '../las/extra-bytes.js';
import { HELIOS_FIELDS, hasHeliosFields } from '../las/helios-fields.js';
import { INTENSITY_SCALE_USER_ID } from '../las/intensity-scale.js';
import { WAVE_PACKET_AT } from '../las/point-layout.js';
import { isWktRecord, WKT_USER_ID } from '../las/wkt.js';
import type { LasFile, VlrEntry } from '../las-files/las-file.js';
import { LASZIP_USER_ID } from '../laz/laszip-record.js';

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
  /** Offset of the near infrared in a record; undefined if the format has none. */
  private readonly infraredAt: number | undefined;
  /** Points with near infrared. */
  private infrared = 0;

  constructor(file: LasFile) {
    this.file = file;
    this.infraredAt = INFRARED_AT[file.header.pointFormat];
  }

  /** Counts `count` records. */
  add(records: Uint8Array, count: number): void {
    if (this.infraredAt === undefined) return;
    const view = viewOf(records);
    const { recordLength } = this.file.header;
    for (let i = 0, at = this.infraredAt; i < count; i++, at += recordLength)
      if (view.getUint16(at, true) !== 0) this.infrared++;
  }

  /** The losses, one sentence each. */
  texts(): string[] {
    const { path, header } = this.file;
    const parts = this.infrared > 0 ? [`near infrared (${counted(this.infrared, 'point')})`] : [];
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
