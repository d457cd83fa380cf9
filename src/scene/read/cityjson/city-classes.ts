/** ASPRS classes (LAS 1.4 R15, table 17) of the types of city objects (CityJSON 1.0 to 2.1); the others have none. */
const CLASSES: Readonly<Record<string, number>> = Object.freeze({
  TINRelief: 2,
  LandUse: 2,
  PlantCover: 4,
  SolitaryVegetationObject: 5,
  Building: 6,
  BuildingPart: 6,
  BuildingInstallation: 6,
  BuildingConstructiveElement: 6,
  BuildingRoom: 6,
  BuildingStorey: 6,
  BuildingUnit: 6,
  WaterBody: 9,
  Waterway: 9,
  Railway: 10,
  Road: 11,
  TransportSquare: 11,
  Bridge: 17,
  BridgePart: 17,
  BridgeInstallation: 17,
  BridgeRoom: 17,
  BridgeConstructionElement: 17,
  BridgeConstructiveElement: 17,
});

/**
 * The class of areas of plants that are surfaces: the ground below them. CityGML gives a PlantCover solids where its
 * height matters, as of forests, and else surfaces (OGC 12-019, 10.8); those of maps, as of the Dutch BGT, are patches
 * of the terrain, which a terrain model must not lack.
 */
const PLANTED_GROUND = 2;

/** The ASPRS class of city objects of a type, whose surfaces bound solids or are none of a solid; or undefined. */
export function cityClass(type: string, isSolid: boolean): number | undefined {
  if (type === 'PlantCover' && !isSolid) return PLANTED_GROUND;
  return Object.hasOwn(CLASSES, type) ? CLASSES[type] : undefined;
}
