import type { CheckedFault } from 'subray/browser';

/** Faults of the text and of its scene in the order of its lines; one that the text has at the place is that of the scene, too. */
export function faultsInOrder(ofText: readonly CheckedFault[], ofScene: readonly CheckedFault[]): CheckedFault[] {
  const isKnown = ({ line, column }: CheckedFault) =>
    line !== undefined && ofText.some((fault) => fault.line === line && fault.column === column);
  return [...ofText, ...ofScene.filter((fault) => !isKnown(fault))].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
