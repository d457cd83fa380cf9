import { Document, isPair, visit } from 'yaml';
import { UserError } from '../base/errors.js';
import { YAML_BYTES_MAX } from '../base/yaml/read-text.js';

/** A map or list of up to this many characters is written on one line. */
const FLOW_LENGTH_MAX = 110;
const LINE_LENGTH = 120;

/** A survey in the keys and units of docs/survey.md as a YAML document, to which comments can be added. */
export function yamlDocument(content: Readonly<Record<string, unknown>>, header: readonly string[]): Document {
  const document = new Document(content, { aliasDuplicateObjects: false });
  document.commentBefore = header.map((line) => ` ${line}`).join('\n');
  layOut(document);
  return document;
}

/**
 * The text of a document. Throws UserError if it is longer than a survey file can be; `what` names the thing with too
 * many legs.
 */
export function yamlText(document: Document, what: string, hint?: string): string {
  const text = document.toString({ lineWidth: LINE_LENGTH, flowCollectionPadding: true });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= YAML_BYTES_MAX) return text;
  throw new UserError(`${what} has too many legs for one survey: ${bytes} bytes of at most ${YAML_BYTES_MAX}`, {
    hint,
  });
}

/** Lists and maps under these keys always have one line per item. */
const BLOCKS = ['scene', 'parts', 'legs', 'output'];

/** Puts short maps and lists on one line: a table reads better than a page of keys. */
function layOut(document: Document): void {
  visit(document, {
    Collection(_key, node, path) {
      const owner = path[path.length - 1];
      const isBlock = path.length === 1 || (isPair(owner) && BLOCKS.includes(String(owner.key)));
      if (isBlock || JSON.stringify(node.toJSON()).length > FLOW_LENGTH_MAX) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
}
