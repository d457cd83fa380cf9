import type { LaserChannel } from '../../scanner/scanner.js';

/**
 * The ring of every laser: its rank among all lasers by elevation, from 0 for the lowest; equal elevations by azimuth,
 * then by laser number.
 */
export function ringNumbers(channels: readonly LaserChannel[]): Uint16Array {
  const order = channels.map((_, channel) => channel);
  order.sort((a, b) => {
    const [p, q] = [channels[a], channels[b]];
    return p.elevation - q.elevation || p.azimuthOffset - q.azimuthOffset || a - b;
  });
  const rings = new Uint16Array(channels.length);
  order.forEach((channel, ring) => {
    rings[channel] = ring;
  });
  return rings;
}
