import { expect } from 'vitest';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import { BodyCopy } from '../../../src/record/capture/body-copy.js';
import {
  createRecordingTools,
  recordExchange,
  type SeenExchange,
} from '../../../src/record/capture/record-exchange.js';
import type { Recording } from '../../../src/record/recordings/recording.js';
import { readTargetAddress } from '../../../src/record/proxy/target-address.js';
import { toRequestFile } from '../../../src/record/export/to-request-file.js';

export interface ExchangeFixture {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly type?: string;
  readonly responseBody?: string;
}

/** The export of such exchanges, which are one after the other; always free of errors. */
export async function exported(exchanges: readonly ExchangeFixture[], chain = true): Promise<string> {
  const tools = createRecordingTools([], new Map(), 100_000);
  const recordings: Recording[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    recordings.push(await recordExchange(seen(exchange, index), tools));
  }
  const target = readTargetAddress('http://depot.example.test/v2/');
  if (target === undefined) throw new Error('no target');
  const text = toRequestFile(recordings, target, { chain });
  const { diagnostics, requests } = await parseRequestFile(text, 'export.http');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  return text;
}

export function seen(exchange: ExchangeFixture, index: number): SeenExchange {
  const { method = 'GET', url = '/crates', headers = [], status = 200, type = 'application/json' } = exchange;
  const [path = '', query] = url.split(/\?(.*)/s);
  const copy = (content: string | Uint8Array = ''): BodyCopy => {
    const body = new BodyCopy(100_000);
    if (content.length > 0) body.add(Buffer.from(content));
    return body;
  };
  return {
    arrival: index + 1,
    startedAt: 1000 * index,
    duration: 5,
    method,
    path,
    query: query === undefined ? '' : `?${query}`,
    httpVersion: '1.1',
    request: {
      headers: headers.flat(),
      contentType: headers.find(([name]) => name === 'Content-Type')?.[1] ?? '',
      coding: '',
      body: copy(exchange.body),
    },
    response: {
      statusCode: status,
      statusText: '',
      headers: type === '' ? [] : ['Content-Type', type],
      contentType: type,
      coding: '',
      body: copy(exchange.responseBody),
    },
  };
}
