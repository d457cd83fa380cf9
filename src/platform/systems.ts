/** A vehicle that carries several scanners: the platform of the catalogue that holds each, by the scanner's name. */
export interface ScannerSystem {
  name: string;
  platforms: Readonly<Record<string, string>>;
}

/** Systems by their ids; numbers and sources are those of their platforms. */
export const SYSTEMS: Readonly<Record<string, ScannerSystem>> = {
  'vmx-450': {
    name: 'Car with RIEGL VMX-450, both scanners',
    platforms: { left: 'vmx-450-left', right: 'vmx-450-right' },
  },
};

/** The system `id`, or undefined if it is none. */
export const findSystem = (id: string): ScannerSystem | undefined =>
  Object.hasOwn(SYSTEMS, id) ? SYSTEMS[id] : undefined;
