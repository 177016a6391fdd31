import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';

/** Validates by the schema that the OpenAPI Initiative publishes. */
async function isValid(document: Record<string, unknown>): Promise<boolean> {
  const { valid } = await new Validator().validate(document);
  return valid;
}

it('/openapi.json is a valid OpenAPI 3.1 document by the official schema', async () => {
  const { get } = await startServer();
  const document = (await get('/openapi.json')).json as { info: object; paths: Record<string, object> };
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(await isValid({ ...structuredClone(document), info: {} })).toBe(false);
  const broken = structuredClone(document);
  broken.paths['/files'] = { get: { responses: { ok: {} } } };
  expect(await isValid(broken)).toBe(false);
});
