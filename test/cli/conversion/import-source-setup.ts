import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../../support/servers/raw-server.js';

export const document = (schema: string): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: schema } } } },
          responses: { 201: { description: 'made' } },
        },
      },
    },
  });
export const ORDER = JSON.stringify({
  type: 'object',
  properties: { sku: { type: 'string', example: 'a-7' } },
});
export const BODY = '{\n  "sku": "a-7"\n}';

export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}
