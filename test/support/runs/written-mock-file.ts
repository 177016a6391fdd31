import { expect } from 'vitest';
import { BodyCopy } from '../../../src/record/capture/body-copy.js';
import { createRecordingTools, recordExchange } from '../../../src/record/capture/record-exchange.js';
import { toMockFile, type MockFile } from '../../../src/record/export/to-mock-file.js';
import { readTargetAddress } from '../../../src/record/proxy/target-address.js';
import type { Recording } from '../../../src/record/recordings/recording.js';
import { formatRequestFile } from '../../../src/request-file/format-text.js';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';

export interface Exchange {
  /** Method and target. */
  readonly sent: string;
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly responseHeaders?: readonly string[];
  readonly response?: string | Uint8Array;
}

export const TYPE = ['Content-Type', 'text/plain'];
export const LIMIT = 10_000;

async function recorded(exchanges: readonly Exchange[]): Promise<readonly Recording[]> {
  const tools = createRecordingTools([], new Map(), LIMIT, true);
  const recordings: Recording[] = [];
  for (const [index, each] of exchanges.entries()) {
    const [method = '', target = ''] = each.sent.split(' ');
    const [path = '', query] = target.split(/\?(.*)/s);
    const side = (headers: readonly string[], content: string | Uint8Array = '') => {
      const body = new BodyCopy(LIMIT);
      body.add(Buffer.from(content));
      const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
      return { headers, contentType: headers.includes('Content-Type') ? contentType : '', coding: '', body };
    };
    const recording = recordExchange(
      {
        arrival: index + 1,
        startedAt: index * 1000,
        duration: 1,
        method,
        path,
        query: query === undefined ? '' : `?${query}`,
        httpVersion: '1.1',
        request: side(each.headers ?? [], each.body),
        response: {
          statusCode: each.status ?? 200,
          statusText: '',
          ...side(each.responseHeaders ?? TYPE, each.response),
        },
      },
      tools,
    );
    recordings.push(await recording);
  }
  return recordings;
}

/** The file of such exchanges; always free of findings, and formatted. */
export async function written(
  exchanges: readonly Exchange[],
  url = 'http://desk.test:9000',
  earlier?: string,
): Promise<MockFile> {
  const address = readTargetAddress(url);
  if (address === undefined) throw new Error('no address');
  const file = await toMockFile(await recorded(exchanges), address, earlier);
  const { diagnostics } = await parseRequestFile(file.text, 'out.http');
  expect(diagnostics).toEqual([]);
  expect(await formatRequestFile(file.text, 'out.http')).toMatchObject({ text: file.text });
  return file;
}
