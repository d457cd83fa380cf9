/** A number of things as a person reads it: `1,234` or `12.3 M`. */
export function formatCount(count: number): string {
  if (count < 1e6) return Math.round(count).toLocaleString('en');
  if (count < 1e9) return `${(count / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 })} M`;
  return `${(count / 1e9).toLocaleString('en', { maximumSignificantDigits: 3 })} G`;
}

/** An estimated number of things: no more digits than are known. */
export const formatAbout = (count: number): string => formatCount(Number(count.toPrecision(count < 100 ? 2 : 3)));

/** Bytes as a person reads them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  // A number that three digits round up to a thousand has the next unit.
  const power = [1e12, 1e9, 1e6, 1e3].findIndex((unit) => bytes >= 0.9995 * unit);
  return `${(bytes / 1e3 ** (4 - power)).toPrecision(3)} ${['TB', 'GB', 'MB', 'kB'][power]}`;
}

/** Seconds as a person reads them. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.5) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Metres to the millimetre, with their unit. */
export const formatMetres = (metres: number): string => `${metres.toFixed(3)} m`;

/** A key of the survey as people write it: `pulseRate` is Pulse rate. */
export function wordsOfKey(key: string): string {
  const words = key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}
