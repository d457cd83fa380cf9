import type { SourcePlace } from '../../base/errors.js';
import { invariant } from '../../base/errors.js';
import { SHADER_TEXTS } from './shader-texts.generated.js';

/** A WGSL text assembled from files of `wgsl/`, and the origin of its lines. */
export interface Shader {
  text: string;
  parts: readonly ShaderPart[];
}

interface ShaderPart {
  file: string;
  /** Line of the whole text at which the part begins, from 1. */
  firstLine: number;
}

/**
 * Concatenates the files `modules` of `wgsl/`, then `declarations` (bindings and constants made by the host), then the
 * entry point's file. WGSL has no imports and does not depend on order.
 */
export function assembleShader(modules: readonly string[], declarations: string, entry: string): Shader {
  const texts: [file: string, text: string][] = [
    ...modules.map((name) => textOf(`${name}.wgsl`)),
    ['bindings', declarations],
    textOf(`${entry}.entry.wgsl`),
  ];
  const parts: ShaderPart[] = [];
  let line = 1;
  for (const [file, text] of texts) {
    parts.push({ file, firstLine: line });
    line += text.split('\n').length;
  }
  return { text: texts.map(([, text]) => text).join('\n'), parts };
}

function textOf(name: string): [file: string, text: string] {
  const text = SHADER_TEXTS[name];
  invariant(text !== undefined, `there is no wgsl/${name}`);
  return [`wgsl/${name}`, text];
}

/** The place, in the original files, of a line of the whole text (from 1). */
export function locate({ parts }: Shader, line: number, column?: number): SourcePlace {
  const part = parts.findLast(({ firstLine }) => firstLine <= line) ?? parts[0];
  return { file: part.file, line: line - part.firstLine + 1, column };
}
