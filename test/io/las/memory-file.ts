import type { Files } from '../../../src/base/files/files.js';
import { encodeHeader, type LasHeader } from '../../../src/io/las/las-header.js';

/** Files of which every path holds `bytes`, with the number of those that are open, and of those that were opened. */
export function memoryFiles(bytes: Uint8Array) {
  const count = { open: 0, opened: 0 };
  const files = {
    folder: '/',
    resolve: (_: string, path: string) => path,
    read: async () => bytes,
    open: async () => {
      count.open++;
      count.opened++;
      return {
        info: { kind: 'file' as const, size: bytes.length },
        read: async (target: Uint8Array, position: number) => {
          const part = bytes.subarray(position, position + target.length);
          target.set(part);
          return part.length;
        },
        close: async () => {
          count.open--;
        },
      };
    },
  } as Partial<Files> as Files;
  return { files, count };
}

/** A header of LAS 1.4 and point format 6, without records or points. */
export const EMPTY_HEADER: LasHeader = {
  versionMajor: 1,
  versionMinor: 4,
  globalEncoding: 17,
  fileSourceId: 0,
  systemIdentifier: '',
  generatingSoftware: '',
  creationDayOfYear: 1,
  creationYear: 2025,
  headerSize: 375,
  pointDataOffset: 375,
  vlrCount: 0,
  pointFormat: 6,
  compressed: false,
  recordLength: 30,
  scale: [0.5, 0.25, 0.125],
  offset: [100, 200, 300],
  bounds: { min: [0, 0, 0], max: [0, 0, 0] },
  waveformOffset: 0,
  evlrOffset: 0,
  evlrCount: 0,
  pointCount: 0,
  pointsByReturn: new Array(15).fill(0),
  legacyPointCount: 0,
};

/** The bytes of a file with this header, then `rest`; `change` sets fields that `encodeHeader` does not. */
export function lasBytes(
  header: Partial<LasHeader>,
  rest: Uint8Array = new Uint8Array(),
  change: (view: DataView) => void = () => {},
): Uint8Array {
  const head = encodeHeader({ ...EMPTY_HEADER, ...header });
  change(new DataView(head.buffer));
  const bytes = new Uint8Array(head.length + rest.length);
  bytes.set(head);
  bytes.set(rest, head.length);
  return bytes;
}
