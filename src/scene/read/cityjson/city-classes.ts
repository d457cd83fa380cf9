/** ASPRS classes (LAS 1.4 R15, table 17) of the types of city objects (CityJSON 2.0, 2.1); the others have none. */
const CLASSES: Readonly<Record<string, number>> = Object.freeze({
  TINRelief: 2,
  LandUse: 2,
  PlantCover: 4,
  SolitaryVegetationObject: 5,
  Building: 6,
  BuildingPart: 6,
  BuildingInstallation: 6,
  BuildingConstructiveElement: 6,
  BuildingStorey: 6,
  BuildingUnit: 6,
  WaterBody: 9,
  Railway: 10,
  Road: 11,
  TransportSquare: 11,
  Bridge: 17,
  BridgePart: 17,
  BridgeInstallation: 17,
  BridgeConstructiveElement: 17,
});

/** The ASPRS class of a type of city objects, or undefined. */
export const cityClass = (type: string): number | undefined =>
  Object.hasOwn(CLASSES, type) ? CLASSES[type] : undefined;
