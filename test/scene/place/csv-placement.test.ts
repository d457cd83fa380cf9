import { describe, expect, it } from 'vitest';
import { determinant, transformPoint } from '../../../src/base/affine.js';
import { finish } from '../../../src/base/steps.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { parsePlacements } from '../../../src/scene/place/csv-placement.js';
import { faultOf, keepingLog } from '../scene-files.js';

describe('parsePlacements', () => {
  it('warns of columns that it does not read, and refuses misspelt ones', async () => {
    const log = keepingLog();
    finish(parsePlacements('x,y,z,vigour,sclae\n1,2,3,4,5\n', 'a.csv', { log }));
    expect(log.warnings).toEqual(['a.csv: columns that are not read: vigour, sclae (did you mean scale?)']);
    const fault = await faultOf((async () => finish(parsePlacements('x,y,z,headng,scal\n0,0,0,45,3\n', 'a.csv')))());
    expect(String(fault)).toContain('a.csv:1: found the column "headng", which is not read; did you mean heading?');
  });

  it('reads numbers in quotes', () => {
    const [place] = finish(parsePlacements('"x","y"\n"1","2"\n', 'a.csv'));
    expect(transformPoint(place.transform, [0, 0, 0])).toEqual([1, 2, 0]);
  });

  it('reads columns in any order and passes over others', () => {
    const text = '# trees\n\nName;SCALE;y;x;z;Heading\r\noak;2;20;10;3;90\r\n\n# felled\nash;1;5;4;0;0\n';
    const [first, second] = finish(parsePlacements(text, 'trees.csv'));
    // North of the model points east after a quarter turn clockwise.
    expect(transformPoint(first.transform, [0, 1, 0]).map((x) => Math.round(x * 1e9) / 1e9)).toEqual([12, 20, 3]);
    expect(transformPoint(second.transform, [0, 1, 0])).toEqual([4, 6, 0]);
  });

  it('passes over empty cells after the last column, and columns of one name that are not read', () => {
    const [place] = finish(parsePlacements('x,y,plot,plot\n1,2,a,b,, \n', 'a.csv'));
    expect(transformPoint(place.transform, [0, 0, 0])).toEqual([1, 2, 0]);
  });

  it('needs x and y only', () => {
    expect(
      finish(parsePlacements('\uFEFFx,y\n1,2', 'a.csv')).map(({ transform }) => transformPoint(transform, [1, 1, 1])),
    ).toEqual([[2, 3, 1]]);
  });

  it.each([
    ['', 'a.csv: the table is empty'],
    ['x,z\n1,2\n', 'a.csv:1: the table has no column "y"; its header is "x, z"'],
    ['x,y\n1,2\n3,\n', 'a.csv:3:3: y is ""; it takes a number'],
    ['x,y\n1,2\n3\n', 'a.csv:3:3: y is ""; it takes a number'],
    ['x,y\nabc,2\n', 'a.csv:2:1: x is "abc"; it takes a number'],
    ['x,y,scale\n10,20,-1\n', 'a.csv:2:7: scale is -1; it takes a number from 0 to 1000000'],
    ['x,y,scale_z\n10,20,1e300\n', 'a.csv:2:7: scale_z is 1e+300; it takes a number from 0 to 1000000'],
    ['x,y,heading\n1,2,1e300\n', 'a.csv:2:5: heading is 1e+300; it takes a number from -36000 to 36000 (deg)'],
    ['x,y,lean\n1,2,3600\n', 'a.csv:2:5: lean is 3600; it takes a number from -360 to 360 (deg)'],
    ['x,y\n1,2\n3,1e9\n', 'a.csv:3:3: y is 1000000000; it takes a number from -100000000 to 100000000 (m)'],
    ['x,y,Scale,scale\n1,2,3,4\n', 'a.csv:1: the column "scale" is there twice'],
    // A decimal comma, and the numbers of rows that R writes without a name.
    ['x,y\n1,5,2\n', 'a.csv:2:5: found 3 cells, expected 2, as many as the header has names'],
    ['"x","y"\n"1",10,20\n', 'a.csv:2:8: found 3 cells, expected 2, as many as the header has names'],
    ['x,y\n1e999,2\n', 'a.csv:2:1: x is "1e999"; it takes a number'],
  ])('refuses %j', async (text, message) => {
    expect(String(await faultOf((async () => finish(parsePlacements(text, 'a.csv')))())).split('\n')[0]).toBe(message);
  });

  it('takes empty cells behind the last column, and headings that count turns', () => {
    const [{ transform }] = finish(parsePlacements('x,y,heading\n1,2,-810, ,\n', 'a.csv'));
    expect(transformPoint(transform, [0, 1, 0]).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0, 2, 0]);
  });

  it('tips objects towards a direction, whatever their heading, and scales along their own axes', () => {
    const text = 'x,y,z,heading,scale,scale_z,lean,lean_direction\n10,20,5,90,2,3,30,90\n';
    const [{ transform }] = finish(parsePlacements(text, 'trees.csv'));
    const rounded = (p: Vec3) => transformPoint(transform, p).map((v) => Math.round(v * 1e9) / 1e9);
    expect(rounded([0, 0, 0])).toEqual([10, 20, 5]);
    // The top, 3 m up, goes 30° to the east: sin 30° · 3 = 1.5, cos 30° · 3 = 2.598076211.
    expect(rounded([0, 0, 1])).toEqual([11.5, 20, 7.598076211]);
    // The model's north points south of the horizon by the lean, since it heads east: 2 · (cos 30°, 0, −sin 30°).
    expect(rounded([0, 1, 0])).toEqual([11.732050808, 20, 4]);
    // Its east points south, across the lean.
    expect(rounded([1, 0, 0])).toEqual([10, 18, 5]);
  });

  it('reads numbers, species and parts by their usual names, and a separator between quotes', () => {
    const text = 'tree_id,species,file,x,y\n1007,"Pinus, old",pine.obj,1,2\n12,,,3,4\n';
    const rows = finish(parsePlacements(text, 'trees.csv'));
    expect(rows.map(({ transform: _, ...facts }) => facts)).toEqual([
      { instance: 1007, semantic: 'Pinus, old', part: 'pine.obj' },
      { instance: 12, part: '' },
    ]);
  });

  it('takes empty cells for the default, and counts them once a table', () => {
    const said: string[] = [];
    const log = { info: (text: string) => void said.push(text), warn: (text: string) => void said.push(text) };
    const text = 'x,y,heading,scale,id\n1,2,NA,,7\n3,4,nan,2\n5,6,90,NULL,8\n';
    const rows = finish(parsePlacements(text, 'trees.csv', { log }));
    expect(rows.map(({ instance }) => instance)).toEqual([7, undefined, 8]);
    expect(rows.map(({ transform }) => Math.round(determinant(transform)))).toEqual([1, 8, 1]);
    expect(said).toEqual(['trees.csv: empty cells stand for the defaults: 2 of heading, 2 of scale, 1 of instance']);
  });

  it('says of sizes what scales are, and nothing of columns that are ignored', () => {
    const log = keepingLog();
    const text = 'x,y,dbh_cm,height_m,plot,Vigour\n1,2,30,20,A,3\n';
    finish(parsePlacements(text, 'trees.csv', { ignore: ['plot', 'vigour'], log }));
    const sizes = 'sizes are factors of the model: scale, or scale_x, scale_y, scale_z';
    expect(log.warnings).toEqual([`trees.csv: columns that are not read: dbh_cm (${sizes}), height_m (${sizes})`]);
    finish(parsePlacements(text, 'trees.csv', { ignore: ['plot', 'vigour', 'dbh_cm', 'height_m'], log }));
    expect(log.warnings).toHaveLength(1);
  });

  it.each(['0', '1.5', 'T12', '10000000'])('refuses the number %s of an object', async (id) => {
    const fault = await faultOf((async () => finish(parsePlacements(`x,y,id\n1,2,${id}\n`, 'a.csv')))());
    expect(String(fault).split('\n')[0]).toBe(
      `a.csv:2:5: the number of the object is "${id}"; it takes a whole one from 1 to 9999999`,
    );
  });
});
