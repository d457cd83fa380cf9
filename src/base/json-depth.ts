const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Codes of [ and {, of ] and }: two apart. */
const [LIST, OBJECT] = [0x5b, 0x7b];
const TO_END = 2;

/**
 * Whether lists and objects of a JSON text nest more than `depthMax` deep; the text may be damaged. Whoever follows
 * them by recursion, as `JSON.stringify` does, would leave the stack.
 */
export function nestsBeyond(json: Uint8Array, depthMax: number): boolean {
  let [depth, isInText] = [0, false];
  for (let k = 0; k < json.length; k++) {
    const code = json[k];
    if (code === QUOTE) isInText = !isInText;
    else if (isInText) k += code === BACKSLASH ? 1 : 0;
    else if (code === LIST || code === OBJECT) {
      if (++depth > depthMax) return true;
    } else if (code === LIST + TO_END || code === OBJECT + TO_END) depth--;
  }
  return false;
}
