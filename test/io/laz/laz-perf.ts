/** The used parts of laz-perf; its own types depend on a package that it does not include. */
interface LazPerf {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  LASZip: new () => {
    open(data: number, bytes: number): void;
    getCount(): number;
    getPointLength(): number;
    getPoint(target: number): void;
    delete(): void;
  };
  ChunkDecoder: new () => {
    open(format: number, recordLength: number, data: number): void;
    getPoint(target: number): void;
    delete(): void;
  };
}

let loaded: Promise<LazPerf> | undefined;

const load = async (): Promise<LazPerf> => {
  const { createLazPerf } = await import('laz-perf');
  return (await createLazPerf({ print: () => {}, printErr: () => {} })) as unknown as LazPerf;
};

/** The records of a chunk as laz-perf (others' code) decodes them. */
export async function decodeByLazPerf(
  chunk: Uint8Array,
  count: number,
  format: number,
  recordLength: number,
): Promise<Uint8Array> {
  loaded ??= load();
  const lazPerf = await loaded;
  const data = lazPerf._malloc(chunk.length);
  const target = lazPerf._malloc(recordLength);
  const decoder = new lazPerf.ChunkDecoder();
  try {
    lazPerf.HEAPU8.set(chunk, data);
    decoder.open(format, recordLength, data);
    const records = new Uint8Array(count * recordLength);
    for (let k = 0; k < count; k++) {
      decoder.getPoint(target);
      records.set(lazPerf.HEAPU8.subarray(target, target + recordLength), k * recordLength);
    }
    return records;
  } finally {
    decoder.delete();
    lazPerf._free(data);
    lazPerf._free(target);
  }
}

/** The records of a file as laz-perf decodes them. */
export async function decodeFileByLazPerf(file: Uint8Array): Promise<Uint8Array> {
  loaded ??= load();
  const lazPerf = await loaded;
  const data = lazPerf._malloc(file.length);
  const decoder = new lazPerf.LASZip();
  lazPerf.HEAPU8.set(file, data);
  decoder.open(data, file.length);
  const [count, recordLength] = [decoder.getCount(), decoder.getPointLength()];
  const target = lazPerf._malloc(recordLength);
  try {
    const records = new Uint8Array(count * recordLength);
    for (let k = 0; k < count; k++) {
      decoder.getPoint(target);
      records.set(lazPerf.HEAPU8.subarray(target, target + recordLength), k * recordLength);
    }
    return records;
  } finally {
    decoder.delete();
    lazPerf._free(data);
    lazPerf._free(target);
  }
}
