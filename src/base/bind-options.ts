/** The parameters of a function with `Name` made optional in the last one, the options. */
export type WithoutOption<Parameters extends unknown[], Name extends PropertyKey> = Parameters extends [
  ...infer First,
  infer Options,
]
  ? object extends Omit<Options, Name>
    ? [...First, options?: Partial<Options>]
    : [...First, options: Omit<Options, Name> & Partial<Pick<Options, Extract<Name, keyof Options>>>]
  : never;

/**
 * `call` with its options completed by `complete`, which gets undefined if they are absent. Preconditions: options are
 * its last parameter, and none of its parameters has a default.
 */
export function bindOptions<Parameters extends unknown[], Result>(
  call: (...parameters: Parameters) => Result,
  complete: (options: object) => object,
): (...parameters: unknown[]) => Result {
  const place = call.length - 1;
  return (...parameters) => {
    const first = Array.from({ length: place }, (_, k) => parameters[k]);
    return call(...([...first, complete((parameters[place] ?? {}) as object)] as Parameters));
  };
}
