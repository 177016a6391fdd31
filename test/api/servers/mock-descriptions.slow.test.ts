import { describe, expect, it } from 'vitest';
import { serve, start } from './mock-calls.js';
import { FILES } from './mock-descriptions-setup.js';

describe('POST /mock/start with descriptions', () => {
  it('needs no files', async () => {
    const server = await serve(FILES);
    expect(await start(server, { files: [], descriptions: ['api/lamps.yaml'] })).toMatchObject({
      status: 200,
      json: { routes: [{ name: 'readLamp' }], warnings: [] },
    });
  });

  it.each([
    ['../lamps.yaml', 403, 'path is outside the workspace: ../lamps.yaml'],
    ['lost.yaml', 404, 'file not found: lost.yaml'],
    ['plain.json', 400, 'plain.json is not an OpenAPI description: it has no field openapi or swagger'],
    ['large.yaml', 400, 'file is larger than 4 MiB: large.yaml'],
    [
      'parts.yaml',
      400,
      'parts.yaml and the documents that it refers to are larger than 4 MiB; svc mock serves descriptions of any size',
    ],
  ])('%s: %i', async (path, status, message) => {
    const large = `# ${'-'.repeat(4 * 1024 * 1024)}\nopenapi: 3.1.0\n`;
    const parts = 'openapi: 3.1.0\npaths: { /a: { $ref: "./large.yaml" } }\n';
    const server = await serve({ ...FILES, 'large.yaml': large, 'parts.yaml': parts });
    expect(await start(server, { descriptions: [path] })).toMatchObject({ status, json: { message } });
  });
});
