/** Values in which `$NAME` stands for a variable. `$$` at the start of a text stands for `$`. */

/** The variables that `template` names. */
export function namesIn(template: unknown): string[] {
  if (typeof template === 'string') return nameOf(template) ?? [];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(namesIn);
}

/** `template` with the values of its variables. */
export function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') {
    const [name] = nameOf(template) ?? [];
    return name === undefined ? template.replace(/^\$\$/, '$') : values[name];
  }
  if (Array.isArray(template)) return template.map((item) => filled(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, filled(inner, values)]));
}

const nameOf = (text: string): string[] | undefined =>
  text.startsWith('$') && !text.startsWith('$$') ? [text.slice(1)] : undefined;
