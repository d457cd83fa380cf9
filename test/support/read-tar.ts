/** A tar archive is made of blocks of so many bytes: a header, then the file, padded (POSIX.1-1988, ustar). */
export const TAR_BLOCK = 512;

/** Fields of a header: first byte and length. */
export const TAR_FIELD = { name: [0, 100], size: [124, 12], type: [156, 1] } as const;

/**
 * The plain files of a tar archive by their names, as views of it. Throws if it holds anything else, a name that leads
 * out of the folder that it is unpacked in, or less than a header states.
 */
export function readTar(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + TAR_BLOCK <= tar.length && tar[at] !== 0; ) {
    const name = textOf(tar, at, TAR_FIELD.name);
    const size = Number.parseInt(textOf(tar, at, TAR_FIELD.size), 8);
    const type = textOf(tar, at, TAR_FIELD.type);
    const start = at + TAR_BLOCK;
    if (!/^\w[\w.-]*(\/\w[\w.-]*)*$/.test(name)) throw new Error(`tar: the name "${name}" is no plain relative path`);
    if (type !== '0' && type !== '') throw new Error(`tar: ${name} is no plain file (type ${type})`);
    if (!(size >= 0 && start + size <= tar.length)) throw new Error(`tar: ${name} goes beyond the end of the archive`);
    files.set(name, tar.subarray(start, start + size));
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return files;
}

/** A header's text field, up to its first zero byte. */
function textOf(tar: Buffer, header: number, [at, length]: readonly [number, number]): string {
  return tar.toString('latin1', header + at, header + at + length).split('\0')[0];
}
