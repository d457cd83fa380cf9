/*
 * The footer of a Parquet file (parquet.thrift, FileMetaData, in Thrift's compact protocol). Row groups are serialised
 * as they come, so that only their bytes, some 1 KB a group, wait for the end, however large the file is.
 * hyparquet-writer serialises whole footers, so the bytes of a group are the difference between a footer with it and
 * one without.
 */
import type { RowGroup } from 'hyparquet';
import { ByteWriter, type KeyValue, type SchemaElement } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';

/** Facts in a footer about the whole file. */
export interface FileFacts {
  schema: SchemaElement[];
  createdBy: string;
  notes?: KeyValue[];
}

/** An arbitrary group: the first byte in which a footer with it differs from one without is the head of their list. */
const SOME_GROUP: RowGroup = { columns: [], total_byte_size: 0n, num_rows: 0n };

/** Bytes of a footer's own length, which follows it. */
const LENGTH_BYTES = 4;

const THRIFT_STRUCT = 12;
/** Fewest elements of a list whose number does not fit the byte of its type. */
const MANY = 15;

const MAGIC = new TextEncoder().encode('PAR1');

export class ParquetFooter {
  private readonly facts: FileFacts;
  private readonly groups: Uint8Array[] = [];
  private rows = 0n;
  /** A footer without groups, and the place in it of the head of their list. */
  private readonly bare: Uint8Array;
  private readonly listAt: number;

  constructor(facts: FileFacts) {
    this.facts = facts;
    this.bare = footerBytes(facts, [], 0n);
    const other = footerBytes(facts, [SOME_GROUP], 0n);
    this.listAt = this.bare.findIndex((byte, k) => byte !== other[k]);
  }

  /** Adds a row group, with its places in the file. */
  add(group: RowGroup): void {
    const bytes = footerBytes(this.facts, [group], 0n);
    const begin = this.listAt + 1;
    this.groups.push(bytes.slice(begin, begin + bytes.length - this.bare.length));
    this.rows += group.num_rows;
  }

  /** The bytes that end the file, in parts. */
  end(): Uint8Array[] {
    const whole = footerBytes(this.facts, [], this.rows);
    const listAt = this.listAt + whole.length - this.bare.length;
    const parts = [
      whole.subarray(0, listAt),
      listHead(this.groups.length),
      ...this.groups,
      whole.subarray(listAt + 1, -LENGTH_BYTES),
    ];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return [...parts, new Uint8Array(Uint32Array.of(length).buffer), MAGIC];
  }
}

function footerBytes({ schema, createdBy, notes }: FileFacts, groups: RowGroup[], rows: bigint): Uint8Array {
  const writer = new ByteWriter();
  writeMetadata(writer, {
    ...{ version: 2, created_by: createdBy, schema, num_rows: rows, row_groups: groups },
    ...{ key_value_metadata: notes, metadata_length: 0 },
  });
  return writer.getBytes();
}

/**
 * The head of a list of groups. It has the type of its elements even for an empty list, which Arrow for Rust requires.
 */
function listHead(groups: number): Uint8Array {
  const writer = new ByteWriter();
  writer.appendUint8((Math.min(groups, MANY) << 4) | THRIFT_STRUCT);
  if (groups >= MANY) writer.appendVarInt(groups);
  return writer.getBytes();
}
