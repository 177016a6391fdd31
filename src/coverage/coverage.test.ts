import { describe, expect, it } from 'vitest';
import { readApi } from './api.js';
import { measureCoverage, type CoveredCall } from './coverage.js';

const parcelApi = {
  openapi: '3.0.3',
  servers: [{ url: 'https://parcels.example.test/v1/' }, { url: 'http://localhost:7070' }],
  paths: {
    '/parcels': { get: { tags: ['parcels'] }, post: { tags: ['parcels', 'writes'], operationId: 'create' } },
    '/parcels/{id}': { get: { tags: ['parcels'], operationId: 'read' }, delete: {} },
    '/parcels/mine': { get: { operationId: 'mine' } },
    '/files/{name}.json': { get: { operationId: 'file' } },
    'x-note': { get: {} },
  },
};

function call(line: string, statusCode = 200): CoveredCall {
  const [method = '', path = ''] = line.split(' ');
  return { method, url: `http://127.0.0.1:9${path}`, statusCode };
}

function covered(document: unknown, ...calls: readonly CoveredCall[]): string[] {
  const { operations } = measureCoverage('parcels.yaml', readApi(document, 'parcels.yaml'), calls);
  return operations
    .filter((operation) => operation.covered)
    .map(({ method, path, statuses }) => [method, path, ...statuses].join(' '));
}

describe('measureCoverage', () => {
  it('counts operations, tags and statuses, and lists what no operation describes', () => {
    const calls = [
      call('GET /v1/parcels/41?expand=route'),
      call('GET /v1/parcels/42', 404),
      call('GET /parcels/43'),
      call('POST /v1/parcels', 201),
      call('PUT /v1/parcels/41'),
      call('GET /v2/parcels?token=1'),
      call('GET /v2/parcels'),
    ];
    expect(measureCoverage('parcels.yaml', readApi(parcelApi, 'parcels.yaml'), calls)).toEqual({
      spec: 'parcels.yaml',
      total: 6,
      covered: 2,
      percent: 33.3,
      tags: { parcels: { total: 3, covered: 2 }, writes: { total: 1, covered: 1 } },
      operations: [
        { method: 'GET', path: '/parcels', operationId: '', tags: ['parcels'], covered: false, statuses: [] },
        {
          method: 'POST',
          path: '/parcels',
          operationId: 'create',
          tags: ['parcels', 'writes'],
          covered: true,
          statuses: [201],
        },
        {
          method: 'GET',
          path: '/parcels/{id}',
          operationId: 'read',
          tags: ['parcels'],
          covered: true,
          statuses: [200, 404],
        },
        { method: 'DELETE', path: '/parcels/{id}', operationId: '', tags: [], covered: false, statuses: [] },
        { method: 'GET', path: '/parcels/mine', operationId: 'mine', tags: [], covered: false, statuses: [] },
        {
          method: 'GET',
          path: '/files/{name}.json',
          operationId: 'file',
          tags: [],
          covered: false,
          statuses: [],
        },
      ],
      unmatched: ['PUT /v1/parcels/41', 'GET /v2/parcels'],
    });
  });

  it('is complete without operations', () => {
    const api = readApi({ openapi: '3.1.0' }, 'empty.yaml');
    expect(measureCoverage('empty.yaml', api, [])).toMatchObject({ total: 0, covered: 0, percent: 100 });
  });

  it('prefers literal segments to templates', () => {
    expect(covered(parcelApi, call('GET /v1/parcels/mine'))).toEqual(['GET /parcels/mine 200']);
    expect(covered(parcelApi, call('DELETE /v1/parcels/mine'))).toEqual(['DELETE /parcels/{id} 200']);
  });

  it.each([
    ['GET /v1/parcels/', []],
    ['GET /v1/parcels/a/b', []],
    ['GET /v1/parcels/a%2Fb', ['GET /parcels/{id} 200']],
    ['GET /v1/files/a.json', ['GET /files/{name}.json 200']],
    ['GET /v1/files/.json', []],
    ['GET /v1/files/a.xml', []],
    ['GET /v1/p%61rcels', ['GET /parcels 200']],
    ['GET /v1/%zz', []],
  ])('matches %s', (line, expected) => {
    expect(covered(parcelApi, call(line))).toEqual(expected);
  });

  it('takes the base path of version 2.0', () => {
    const document = { swagger: '2.0', basePath: '/api/', paths: { '/a': { get: {} }, '/': { get: {} } } };
    expect(covered(document, call('GET /api/a'))).toEqual(['GET /a 200']);
    expect(covered(document, call('GET /api/'))).toEqual(['GET / 200']);
    expect(covered(document, call('GET /a'))).toEqual([]);
    expect(covered({ swagger: 2, paths: { '/a': { get: {} } } }, call('GET /a'))).toEqual(['GET /a 200']);
  });

  it('takes servers of paths and operations, variables of servers match one segment', () => {
    const document = {
      openapi: '3.1.0',
      servers: [{ url: '/{version}' }],
      paths: {
        '/a': { get: {}, servers: [{ url: '//other.example.test/path' }] },
        '/b': { get: {}, put: { servers: [{ url: 'https://x.test/own?x=1' }] } },
      },
    };
    const calls = ['GET /path/a', 'GET /v9/b', 'PUT /own/b', 'GET /v9/a'].map((line) => call(line));
    expect(covered(document, ...calls)).toEqual(['GET /a 200', 'GET /b 200', 'PUT /b 200']);
  });

  it('follows references of path items within the document', () => {
    const document = {
      openapi: '3.1.0',
      paths: {
        '/a': { $ref: '#/components/pathItems/a~1b' },
        '/loop': { $ref: '#/paths/~1loop', get: {} },
        '/gone': { $ref: '#/nowhere/x' },
      },
      components: { pathItems: { 'a/b': { get: { operationId: 'a' } } } },
    };
    expect(readApi(document, 'x').operations.map(({ path }) => path)).toEqual(['/a', '/loop']);
  });

  it.each([[null], [[]], ['text'], [{}], [{ openapi: '4.0.0' }], [{ swagger: '1.2' }]])(
    'refuses %j',
    (document) => {
      expect(() => readApi(document, 'parcels.yaml')).toThrow(
        'parcels.yaml is not an OpenAPI document of version 2.0, 3.0 or 3.1',
      );
    },
  );
});
