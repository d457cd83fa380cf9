/** Materials of the catalogue by their ids, and the types of city objects that are taken to be of each. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  plaster: ['Building', 'BuildingPart', 'BuildingInstallation', 'BuildingRoom', 'BuildingStorey', 'BuildingUnit'],
  concrete: [
    'BuildingConstructiveElement',
    ...['Bridge', 'BridgePart', 'BridgeInstallation', 'BridgeRoom'],
    ...['BridgeConstructiveElement', 'BridgeConstructionElement'],
    ...['Tunnel', 'TunnelPart', 'TunnelInstallation', 'TunnelConstructiveElement', 'TunnelHollowSpace'],
    ...['OtherConstruction', 'GenericCityObject', '+GenericCityObject', 'CityObjectGroup'],
  ],
  'steel-galvanised': ['CityFurniture', 'BridgeFurniture', 'TunnelFurniture'],
  wood: ['BuildingFurniture'],
  gravel: ['Railway'],
  'road-marking': ['TransportationMarking'],
  asphalt: ['TransportationHole'],
};

const IDS = new Map(Object.entries(TYPES).flatMap(([id, types]) => types.map((type) => [type, id])));

/**
 * The id of the catalogue's material that surfaces called after a type of CityJSON 1.0 to 2.0 (OGC 20-072r5) are taken
 * to be of, with a number behind it or without; undefined for other names, and for types that are words of a material,
 * such as `Road`. A block model shows more wall than roof, a structure without a description is mostly concrete, what
 * stands in streets mostly metal, and rails lie in ballast: assumed, not measured.
 */
export const materialOfCityType = (name: string): string | undefined => IDS.get(name.replace(/[._ ]?\d+$/, ''));
