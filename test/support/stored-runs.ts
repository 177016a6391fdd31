import type { StoredResult, StoredRun } from '../../src/history/stored-run.js';

export function run(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    workspace: '/srv/a',
    source: 'cli',
    filePath: 'shop/orders.http',
    environment: 'dev',
    startedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 120),
    finishedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 397),
    durationMs: 277,
    passed: 1,
    failed: 1,
    skipped: 1,
    total: 3,
    results: [result('login'), result('readOrder', { passed: false }), result('archive', SKIPPED)],
    ...changes,
  };
}

const SKIPPED = {
  passed: false,
  skipped: true,
  statusCode: 0,
  skipReason: 'bail',
  error: null,
  bodyPreview: '',
} satisfies Partial<StoredResult>;

export function result(requestName: string, changes: Partial<StoredResult> = {}): StoredResult {
  return {
    requestName,
    method: 'GET',
    url: `http://127.0.0.1/${requestName}`,
    statusCode: 200,
    durationMs: 61,
    passed: true,
    skipped: false,
    skipReason: '',
    description: `about ${requestName}`,
    bodyPreview: '{"total":40}',
    error: null,
    assertions: [
      { operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true, message: '' },
      {
        operator: 'equals',
        subject: 'body.total',
        expected: '42.5',
        actual: '40',
        passed: false,
        message: 'x',
      },
    ],
    ...changes,
  };
}
