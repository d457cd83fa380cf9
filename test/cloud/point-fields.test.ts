import { expect, it } from 'vitest';
import { OPTIONAL_KEYS } from '../../src/cloud/point-batch.js';
import { attributesOf, fieldsOf, POINT_FIELDS } from '../../src/cloud/point-fields.js';
import { POINT_ATTRIBUTES } from '../../src/cloud/point-schema.js';

const whole = { optional: OPTIONAL_KEYS };
const names = (cloud: Parameters<typeof attributesOf>[0], choice?: Parameters<typeof attributesOf>[1]) =>
  attributesOf(cloud, choice).map(({ name }) => name);

it('has one field for the arrays of a batch besides the coordinates, each with a name of its own', () => {
  expect(POINT_FIELDS.map(({ key }) => key)).toEqual([
    ...new Set(POINT_ATTRIBUTES.map(({ key }) => key).filter((key) => !['x', 'y', 'z'].includes(key))),
  ]);
  expect(new Set(POINT_FIELDS.map(({ name }) => name)).size).toBe(POINT_FIELDS.length);
  expect(POINT_FIELDS.map(({ name }) => name)).toEqual(expect.arrayContaining(['normal', 'true_position', 'rgb']));
});

it('presets have what the cloud has, in the order of the table', () => {
  expect(attributesOf(whole)).toEqual(POINT_ATTRIBUTES);
  expect(attributesOf(whole, { fields: 'all' })).toEqual(POINT_ATTRIBUTES);
  expect(attributesOf({}, { fields: 'standard' }).map(({ key }) => key)).not.toContain('rgb');
  expect(names({ optional: ['rgb'] })).toEqual(expect.arrayContaining(['nx', 'energy', 'red', 'green', 'blue']));
  expect(names(whole, { fields: 'minimal' })).toEqual(['x', 'y', 'z', 'intensity']);
});

it('lists have what they name, groups whole, and what presets among them have', () => {
  expect(names(whole, { fields: [] })).toEqual(['x', 'y', 'z']);
  expect(names(whole, { fields: ['rgb', 'normal', 'gps_time'] })).toEqual([
    ...['x', 'y', 'z', 'gps_time', 'nx', 'ny', 'nz', 'red', 'green', 'blue'],
  ]);
  expect(names(whole, { fields: ['true_position', 'minimal'] })).toEqual([
    ...['x', 'y', 'z', 'intensity', 'true_x', 'true_y', 'true_z'],
  ]);
  expect(attributesOf({ optional: ['pulse'] }, { fields: ['standard', 'pulse'] })).toHaveLength(
    attributesOf({}).length + 1,
  );
  // Attributes that the cloud lacks are in none.
  expect(fieldsOf({}, { fields: ['ring', 'range'] }).map(({ name }) => name)).toEqual(['range']);
});
