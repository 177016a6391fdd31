/** Which parameters a described operation refuses, and why. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import {
  DEPOT,
  JSON_TYPE,
  parts,
  TRACE,
  verdict,
  type Sent,
} from '../../../test/support/runs/description-verdicts.js';

describe('a described operation checks the query', () => {
  it.each([
    ['', '200'],
    ['?unknown=1', '200'],
    ['?limit=1', '200'],
    ['?limit=500', '400; query limit must be at most 100, it is 500'],
    ['?limit=0', '400; query limit must be at least 1, it is 0'],
    ['?limit=2.5', '400; query limit must be integer, it is 2.5'],
    ['?limit=many', '400; query limit must be integer, it is "many"'],
    ['?limit=', '400; query limit must be integer, it is ""'],
    ['?tags=red&tags=blue', '200'],
    ['?tags=red&tags=green', '400; query tags[1] must be one of ["red","blue"], it is "green"'],
    ['?tags=red&tags=red&tags=red', '400; query tags must have at most 2 elements'],
    ['?ids=1,2,3', '200'],
    ['?ids=1,b', '400; query ids[1] must be integer, it is "b"'],
    ['?zones=1|2', '200'],
    ['?zones=1%7Cx', '400; query zones[1] must be integer, it is "x"'],
    ['?range[from]=1&range[to]=2', '200'],
    ['?range[to]=2', '400; query range must have property "from"'],
    ['?range[from]=x', '400; query range.from must be integer, it is "x"'],
    ['?by=name&down=true', '200'],
    ['?by=name&down=maybe', '400; query sort.down must be boolean, it is "maybe"'],
    ['?code=12', '200'],
    ['?code=x12', '200'],
    ['?code=y', '400; query code must match exactly one schema of oneOf, matches 0, it is "y"'],
    ['?zip=01234', '200'],
    ['?zip=12345', '200'],
    ['?zip=1', '400; query zip must have at least 5 characters, it is "1"'],
    ['?note=', '200'],
    ['?note=abc', '400; query note must have at least 5 characters, it is "abc"'],
    ['?when=2031-02-30', '400; query when must be a valid date, it is "2031-02-30"'],
    ['?filter={"a":1}', '200'],
    ['?filter={"b":1}', '400; query filter must have property "a"'],
    ['?filter={', '400; query filter must be JSON'],
    [
      '?limit=0&ids=a',
      '400; query limit must be at least 1, it is 0; query ids[0] must be integer, it is "a"',
    ],
  ])('%s: %s', async (query, expected) => {
    expect(await verdict(DEPOT, `/v1/crates${query}`)).toBe(expected);
  });
});

describe('a described operation checks paths, headers and cookies', () => {
  it.each([
    ['/v1/crates/7', TRACE, '200'],
    ['/v1/crates/seven', TRACE, '400; path crateId must be integer, it is "seven"'],
    ['/v1/crates/7', {}, '400; header X-Trace is required'],
    ['/v1/crates/7', { 'x-trace': 'ab' }, '400; header X-Trace must have at least 3 characters, it is "ab"'],
    ['/v1/crates/7', { ...TRACE, 'X-Parts': '1, 2' }, '200'],
    ['/v1/crates/7', { ...TRACE, 'X-Parts': '1, b' }, '400; header X-Parts[1] must be integer, it is "b"'],
    ['/v1/crates/7', { ...TRACE, Cookie: 'a=b; desk=abc' }, '200'],
    [
      '/v1/crates/7',
      { ...TRACE, Cookie: 'desk=abcd' },
      '400; cookie desk must have at most 3 characters, it is "abcd"',
    ],
    ['/v1/labels/a,b/x/y', {}, '200'],
    ['/v1/labels/a,b,c/x/y', {}, '400; path names must have at most 2 elements'],
  ] as const)('%s %j: %s', async (path, headers, expected) => {
    expect(await verdict(DEPOT, path, { headers })).toBe(expected);
  });
});

describe('a described operation of version 2.0', () => {
  const OLD = dedent`
    swagger: '2.0'
    info: { title: Depot, version: '1' }
    basePath: /old/
    consumes: [application/json]
    paths:
      /crates:
        get:
          parameters:
            - { name: ids, in: query, type: array, items: { type: integer }, required: true }
            - { name: tags, in: query, type: array, collectionFormat: multi, maxItems: 1, items: { type: string } }
          responses: { 200: { description: ok } }
        post:
          parameters: [{ name: crate, in: body, required: true, schema: { $ref: '#/definitions/Crate' } }]
          responses: { 201: { description: ok } }
        put:
          parameters:
            - { name: photo, in: formData, type: file, required: true }
            - { name: size, in: formData, type: integer }
          responses: { 200: { description: ok } }
    definitions:
      Crate: { type: object, required: [id, weight], properties: { id: { type: integer, readOnly: true }, weight: { type: number, x-nullable: true } } }
  `;
  const post = (body: string): Sent => ({ method: 'POST', headers: JSON_TYPE, body });

  it.each([
    ['?ids=1,2&tags=a', {}, '200'],
    ['', {}, '400; query ids is required'],
    ['?ids=1,x', {}, '400; query ids[1] must be integer, it is "x"'],
    ['?ids=1&tags=a&tags=b', {}, '400; query tags must have at most 1 elements'],
    ['', post('{"weight":null}'), '201'],
    ['', post('{"weight":"1"}'), '400; body.weight must be number, it is "1"'],
    ['', post(''), '400; body is required'],
    ['', { ...parts(['photo', 'abc'], ['size', '1']), method: 'PUT' }, '200'],
    [
      '',
      { ...parts(['size', 'x']), method: 'PUT' },
      '400; body must have property "photo"; body.size must be integer, it is "x"',
    ],
  ] as const)('%s %j: %s', async (query, sent, expected) => {
    expect(await verdict(OLD, `/old/crates${query}`, sent)).toBe(expected);
  });
});
