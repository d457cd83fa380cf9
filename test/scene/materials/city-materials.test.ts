import { describe, expect, it } from 'vitest';
import { shippedMaterials } from '../../../src/material/catalogue/shipped-materials.js';
import { chooseScattering } from '../../../src/scene/materials/choose-scattering.js';
import { plainMaterial } from '../../../src/scene/materials/plain-material.js';
import type { Material } from '../../../src/scene/model.js';

const CATALOGUE = shippedMaterials();

/** What decides about a material, and the id of the catalogue's material that it becomes. */
function chosen(material: Material): [kind: string, id?: string] {
  const { reason, scattering } = chooseScattering(material, undefined, { catalogue: CATALOGUE });
  const id = 'id' in reason ? reason.id : undefined;
  if (id !== undefined) expect(scattering).toEqual(CATALOGUE.find((known) => known.id === id)?.scattering);
  return id === undefined ? [reason.kind] : [reason.kind, id];
}

/** Types of city objects by CityJSON 2.0.1, section 2.1, and semantic surfaces by its section 3.3. */
const TYPES = `
  Bridge BridgePart BridgeInstallation BridgeConstructiveElement BridgeRoom BridgeFurniture
  Building BuildingPart BuildingInstallation BuildingConstructiveElement BuildingFurniture BuildingStorey
  BuildingRoom BuildingUnit CityFurniture CityObjectGroup GenericCityObject LandUse OtherConstruction PlantCover
  SolitaryVegetationObject TINRelief Road Railway Waterway TransportSquare
  Tunnel TunnelPart TunnelInstallation TunnelConstructiveElement TunnelHollowSpace TunnelFurniture WaterBody
  RoofSurface GroundSurface WallSurface OuterCeilingSurface OuterFloorSurface Window Door InteriorWallSurface
  CeilingSurface FloorSurface WaterSurface WaterGroundSurface WaterClosureSurface
  TrafficArea AuxiliaryTrafficArea TransportationMarking TransportationHole
`
  .trim()
  .split(/\s+/);

describe('a surface called after a type of CityJSON', () => {
  it('has a material of the catalogue, whatever the type', () => {
    const materials = TYPES.map((type) => [type, ...chosen(plainMaterial(type))]);
    expect(materials.filter(([, , id]) => id === undefined)).toEqual([]);
    const byType = Object.fromEntries(materials.map(([type, , id]) => [type, id]));
    expect(byType).toMatchObject({ Building: 'plaster', Bridge: 'concrete', CityFurniture: 'steel-galvanised' });
    expect(byType).toMatchObject({ Railway: 'gravel', GenericCityObject: 'concrete', Waterway: 'water' });
  });

  it('says that its type decides, where no words do', () => {
    expect(chosen(plainMaterial('Tunnel.003'))).toEqual(['city-type', 'concrete']);
    expect(chosen(plainMaterial('+GenericCityObject'))).toEqual(['city-type', 'concrete']);
    expect(chosen(plainMaterial('Road'))).toEqual(['words', 'asphalt']);
  });

  it('keeps its own colour or reflectance, and a name that only begins like a type is none', () => {
    expect(chosen({ ...plainMaterial('Building'), baseColor: [0.2, 0.1, 0.1, 1] })).toEqual(['luminance']);
    expect(chosen({ ...plainMaterial('Building'), reflectance: 0.4 })).toEqual(['reflectance']);
    expect(chosen(plainMaterial('BuildingBlocks'))).toEqual(['grey']);
    expect(chosen(plainMaterial('constructor'))).toEqual(['grey']);
  });
});
