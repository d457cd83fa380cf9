import type { Files } from '../files/files.js';
import { readBounded } from '../files/read-bounded.js';
import { decodeText } from '../yaml/read-text.js';
import { parseXml } from './parse-xml.js';
import type { XmlElement } from './xml-element.js';

/** The largest scenes that are written as XML have some megabytes. */
const XML_BYTES_MAX = 64 * 2 ** 20;

/**
 * The root element of the XML file at `path`; messages call it `file`. Throws UserError if it cannot be read, is larger
 * than 64 MiB, is not UTF-8, is not well formed, or breaks a bound of `parseXml`.
 */
export async function readXml(files: Files, path: string, file = path): Promise<XmlElement> {
  const bytes = await readBounded(files, path, {
    file,
    what: 'an XML file',
    bytesMax: XML_BYTES_MAX,
    hint: 'large geometry belongs into a model file',
  });
  return parseXml(decodeText(bytes, file), file);
}
