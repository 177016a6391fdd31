import { sendRequest, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';

/** An OpenAPI document with so many operations. */
export function documentOf(length: number): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `/things/${i}`,
        { get: { operationId: `get${i}`, responses: { 200: { description: 'ok' } } } },
      ]),
    ),
  });
}

/** The second takes seconds to convert on any machine, for imports that are to be ended before they are done. */
export const files = { 'large.json': documentOf(12_000), 'larger.json': documentOf(40_000) };

export function importFile(
  { origin }: RunningServer,
  specPath: keyof typeof files,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const json = { specPath };
  return sendRequest(origin, 'POST', '/api/v1/import/openapi', { json, ...(signal && { signal }) });
}
