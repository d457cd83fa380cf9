/** Settings of all loaders, under the key `subray` of loaders.gl's options. */
export type LoaderSettings = {
  /** Positions are f64; otherwise f32, relative to `loaderData.origin`. */
  fp64: boolean;
  /** Level of detail of CityJSON, such as `2.2`; absent: the finest of each object. */
  lod?: string;
};

export const LOADER_DEFAULTS: LoaderSettings = Object.freeze({ fp64: true });

/** Facts about a file that loaders.gl passes besides its bytes. */
export interface LoaderContext {
  filename?: string;
  baseUrl?: string;
  fetch?: typeof globalThis.fetch;
}
