import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import type { ApiDocument } from '../../support/clients/api-responses.js';
import { openApiShape } from '../../support/clients/openapi-shape.js';
import { startServer } from '../../support/servers/running-server.js';

type Json = Record<string, unknown>;

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = await readDocument();
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const validate = ajv.compile(openApiShape);
    validate(document);
    expect(validate.errors).toBeNull();
    for (const schema of schemasOf(document)) {
      expect(ajv.validateSchema(schema), JSON.stringify(schema)).toBe(true);
    }
  });

  it('has references that can be resolved, and unique operation ids', async () => {
    const document = await readDocument();
    const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(references.length).toBeGreaterThan(10);
    const components = document['components'] as Record<string, Json>;
    for (const reference of references) {
      const [, kind = '', name] = /^"\$ref":"#\/components\/(schemas|headers)\/(.*)"$/.exec(reference) ?? [];
      expect(Object.keys(components[kind] ?? {}), reference).toContain(name);
    }
    const ids = operationsOf(document).map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares every parameter of every path', async () => {
    for (const [path, method, operation] of operationsOf(await readDocument())) {
      const parameters = (operation['parameters'] ?? []) as { name: string; in: string }[];
      const declared = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect(declared, `${method} ${path}`).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('lists every route with its body and its responses', async () => {
    const document = await readDocument();
    const listed = operationsOf(document).map(([path, method]) => `${method.toUpperCase()} ${path}`);
    expect(listed.sort()).toEqual(
      ALL_ROUTES.map(({ method, path }) => `${method} ${path.replace('*', '{path}')}`).sort(),
    );
    for (const { method, path, responses: declared, body } of ALL_ROUTES) {
      const operation = document.paths[path.replace('*', '{path}')]?.[
        method.toLowerCase()
      ] as unknown as Json;
      expect(Object.keys(operation['responses'] as Json)).toEqual(
        expect.arrayContaining(Object.keys(declared)),
      );
      expect(operation['requestBody'] !== undefined, `${method} ${path}`).toBe(body !== undefined);
    }
  });

  it('marks additions to the fixed part of the API', async () => {
    const document = await readDocument();
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"(?:additive|rule)":/);
    expect(document.paths['/health']?.['get']).toMatchObject({ 'x-additive': true });
    expect(document.paths['/system/info']?.['get']).not.toHaveProperty('x-additive');
    const { schemas } = document['components'] as { schemas: Record<string, { properties: Json }> };
    expect(schemas['RunResult']?.properties['id']).toMatchObject({ 'x-additive': true });
    expect(schemas['RunResult']?.properties['passed']).not.toHaveProperty('x-additive');
  });
});

let cached: ApiDocument | undefined;

async function readDocument(): Promise<ApiDocument> {
  if (cached === undefined) {
    const { get } = await startServer();
    cached = (await get('/openapi.json')).json as ApiDocument;
  }
  return cached;
}

function operationsOf(document: ApiDocument): (readonly [path: string, method: string, operation: Json])[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [path, method, operation as unknown as Json] as const),
  );
}

/** All schemas of the document. */
function schemasOf(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'schema') return [member as Json];
    return key === 'schemas' ? (Object.values(member as Json) as Json[]) : schemasOf(member);
  });
}
