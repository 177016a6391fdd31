/** Runs as svc_run keeps them, for tests of what reads them. */
import type { KeptResponse, KeptResult, KeptRun } from '../../../src/mcp/runs/kept-run.js';

type ResultFields = Partial<KeptResult> & { readonly body?: string };

/** A request that passed, unless the fields say otherwise. */
export function keptResult({ body = '{"id":9}', ...fields }: ResultFields = {}): KeptResult {
  return {
    number: 1,
    name: 'readOrder',
    file: 'shop/orders.http',
    line: 24,
    status: 'passed',
    skipReason: '',
    error: '',
    errorKind: '',
    durationMs: 61,
    attempts: 1,
    request: {
      method: 'GET',
      url: 'https://shop.example.test/orders/9',
      isBuilt: true,
      headers: { Accept: '*/*' },
      body: { text: '', isCut: false },
    },
    response: {
      statusCode: 200,
      status: '200 OK',
      headers: { 'Content-Type': 'application/json' },
      size: Buffer.byteLength(body),
      finalUrl: 'https://shop.example.test/orders/9',
      body: { text: body, isCut: false },
    },
    assertions: [],
    failures: [],
    captures: {},
    uses: [],
    warnings: [],
    ...fields,
  };
}

/** The results get their numbers here. */
export function keptRun(results: readonly KeptResult[], fields: Partial<KeptRun> = {}): KeptRun {
  const count = (status: KeptResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return {
    id: 'r1',
    verdict: 'passed',
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    durationMs: 277,
    environment: 'staging',
    results: results.map((result, index) => ({ ...result, number: index + 1 })),
    warnings: [],
    ...fields,
  };
}

/** The response of a request that passed. */
export function keptResponse(fields: Partial<KeptResponse> = {}): KeptResponse {
  const { response } = keptResult();
  if (response === undefined) throw new Error('it has none');
  return { ...response, ...fields };
}
