/** The edits of the studio: each is a function from a text to a name and patches. */
export { addPart, type Generated, type NewPart, partName } from './add-part.js';
export { addPathLeg, type NewPathLeg } from './add-path-leg.js';
export { addStation, type NewStation } from './add-station.js';
export { addStraightLeg, type NewStraightLeg } from './add-straight-leg.js';
export { deleteLeg } from './delete-leg.js';
export { duplicateLeg } from './duplicate-leg.js';
export { editOf, type NamedEdit, type Point } from './edit.js';
export { legName, legsOf, titleOf, type WrittenLeg } from './legs.js';
export { addLegPoint, type LegHandle, moveLeg, removeLegPoint, shiftLeg } from './move-leg.js';
export { removePart } from './remove-part.js';
export { renameLeg } from './rename-leg.js';
export { type LabelPattern, type LabelValues, setLabel } from './set-label.js';
export { setLegValue } from './set-leg-value.js';
export { setMaterial, type WrittenMaterial } from './set-material.js';
export { setOutputs, type WrittenOutput } from './set-outputs.js';
export { setPlatform } from './set-platform.js';
export { type ScannerEdit, setScanner } from './set-scanner.js';
export { setSeed } from './set-seed.js';
