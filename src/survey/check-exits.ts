import { type Box3, length, subtract } from '../base/vec3.js';
import { firingScanners } from '../scanner/leg-scanner.js';
import type { Survey } from './survey.js';

/**
 * Warnings for scanners whose beam is wider at its exit than the whole scene is across: no target can then hold a
 * footprint, and every return is a share of a pulse. `bounds` are the world bounds of the scene's geometry.
 */
export function checkExits(survey: Survey, bounds: Box3): string[] {
  const across = length(subtract(bounds.max, bounds.min));
  return survey.instruments.flatMap((instrument) => {
    const widest = 2 * Math.max(0, ...firingScanners(instrument).map(({ exitRadius }) => exitRadius));
    if (widest <= across) return [];
    const widths = `${millimetres(widest)} wide where it leaves the instrument, the scene is ${millimetres(across)} across`;
    return `${instrument.name}: the beam is ${widths}; check exitDiameter (mm) and the unit of the parts`;
  });
}

const millimetres = (metres: number): string => `${Number((metres * 1000).toPrecision(3))} mm`;
