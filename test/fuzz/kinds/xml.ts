import { parseXml } from '../../../src/base/xml/parse-xml.js';
import type { XmlElement } from '../../../src/base/xml/xml-element.js';
import { decodeText } from '../../../src/base/yaml/read-text.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { xmlStructure } from '../structures.js';

const SURVEY = `<?xml version="1.0" encoding="UTF-8"?>
<!-- by hand -->
<document>
  <survey name="a &amp; b" platform="data/platforms.xml#tripod" scanner="data/scanners_tls.xml#riegl_vz400">
    <leg><platformSettings x="1" y="2.5" z="-3e0" onGround="true"/><scannerSettings active="true">&#65;<![CDATA[<]]></scannerSettings></leg>
  </survey>
</document>
`;

const countOf = ({ children }: XmlElement): number => children.reduce((sum, child) => sum + countOf(child), 1);

/** Documents of HELIOS++ and heads of E57 files, as they are parsed. */
export const xml: FuzzKind = {
  name: 'xml',
  weight: 40,
  isText: true,
  dictionary: [
    '<!DOCTYPE',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?xml',
    '?>',
    '&lt;',
    '&#x41;',
    '&b;',
    '</',
    '/>',
    '="',
  ],
  seeds: () => [textSeed('survey.xml', SURVEY)],
  grow: (random) => textSeed('survey.xml', xmlStructure(random, 50_000)),
  use: async (bytes, file) =>
    countOf(parseXml(decodeText(bytes, file), file)) > 0 ? undefined : 'a document without elements',
};
