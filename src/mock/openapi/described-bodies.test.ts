/** Which bodies a described operation refuses, and why. */
import { describe, expect, it } from 'vitest';
import {
  DEPOT,
  FORM,
  JSON_TYPE,
  origin,
  parts,
  TRACE,
  verdict,
  type Refusal,
  type Sent,
} from '../../../test/support/runs/description-verdicts.js';

describe('a described operation checks the body', () => {
  const put = (body: string, headers: Sent['headers'] = JSON_TYPE): Sent => ({
    method: 'PUT',
    headers,
    body,
  });

  it.each([
    [put('{"weight":1}'), '204'],
    [put('{"weight":null,"inner":{"weight":2,"inner":{"weight":3}}}'), '204'],
    [put('{"weight":1,"lid":{"age":3}}'), '204'],
    [put(''), '400; body is required'],
    [put('{"weight":'), '400; body must be JSON'],
    [put('[]'), '400; body must be object'],
    [put('{}'), '400; body must have property "weight"'],
    [put('{"weight":0.1}'), '400; body.weight must be at least 0.5, it is 0.1'],
    [put('{"weight":1,"lost":2}'), '400; body.lost must not be there, it is 2'],
    [put('{"weight":1,"inner":{}}'), '400; body.inner must have property "weight"'],
    [put('{"weight":1,"lid":{}}'), '400; body.lid must match exactly one schema of oneOf, matches 0'],
    [
      put('{"weight":1}', TRACE),
      '415; Content-Type is text/plain;charset=UTF-8, the body must be application/json',
    ],
    [put('{"weight":1}', { ...TRACE, 'Content-Type': 'application/json; charset=utf-8' }), '204'],
    [
      put('{"weight":0}', { 'Content-Type': 'application/json' }),
      '400; header X-Trace is required; body.weight must be at least 0.5, it is 0',
    ],
  ])('%j: %s', async (sent, expected) => {
    expect(await verdict(DEPOT, '/v1/crates/7', sent)).toBe(expected);
  });

  it.each([
    [{ method: 'POST' }, '200'],
    [{ method: 'POST', headers: FORM, body: 'text=a&count=3&tags=x' }, '200'],
    [{ method: 'POST', headers: FORM, body: 'text=12' }, '200'],
    [
      { method: 'POST', headers: FORM, body: 'count=a' },
      '400; body must have property "text"; body.count must be integer, it is "a"',
    ],
    [
      { method: 'POST', headers: FORM, body: 'text=a&tags=x&tags=y' },
      '400; body.tags must have at most 1 elements',
    ],
    [parts(['file', 'abc'], ['size', '3']), '200'],
    [parts(['size', '3']), '400; body must have property "file"'],
    [
      { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
      '400; body must be multipart/form-data with a boundary',
    ],
    [{ method: 'POST', headers: { 'Content-Type': 'text/css' }, body: 'x' }, '200'],
    [
      { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: 'x' },
      '415; Content-Type is image/png, the body must be application/x-www-form-urlencoded or multipart/form-data or text/*',
    ],
  ])('of a form %j: %s', async (sent, expected) => {
    expect(await verdict(DEPOT, '/v1/notes', sent)).toBe(expected);
  });
});

describe('an unusual request', () => {
  it('gets at most ten reasons', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const schema = { type: 'object', required: names };
    const document = {
      openapi: '3.1.0',
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    };
    const response = await fetch(await origin(JSON.stringify(document)), post('{}'));
    const { message, problems } = (await response.json()) as Refusal;
    expect(message).toBe('body must have property "n0" (and 9 more)');
    expect(problems).toHaveLength(10);
  });

  it('is checked in a thread when it takes long', async () => {
    const items = Array.from({ length: 10_000 }, () => ({ a: 1 }));
    const schema = { type: 'array', items: { $ref: '#/components/schemas/Item' } };
    const document = {
      openapi: '3.0.0',
      components: {
        schemas: {
          Item: { required: ['id', 'a'], properties: { id: { readOnly: true }, a: { type: 'integer' } } },
        },
      },
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    };
    const text = JSON.stringify(document);
    const body = JSON.stringify([...items, { a: 'x' }]);
    expect(await verdict(text, '/', post(JSON.stringify(items)))).toBe('200');
    expect(await verdict(text, '/', post(body))).toBe('400; body[10000].a must be integer, it is "x"');
  });

  it('is not refused because of a schema that cannot be used', async () => {
    const schema = { pattern: '(', $ref: '#/nowhere' };
    const document = {
      openapi: '3.1.0',
      paths: { '/': { get: { parameters: [{ name: 'a', in: 'query', schema }] } } },
    };
    expect(await verdict(JSON.stringify(document), '/?a=1')).toBe('200');
  });

  function post(body: string): Sent {
    return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  }
});
