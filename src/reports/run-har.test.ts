import { describe, expect, it } from 'vitest';
import {
  exchange,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  STARTED_AT,
} from '../../test/support/runs/build-outcome.js';
import { sampleRun } from '../../test/reports/sample-run.js';
import type { Exchange } from '../http/message/message.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { renderHar } from './run-har.js';

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly comment: string;
  readonly request: Record<string, unknown> & { readonly postData?: Record<string, unknown> };
  readonly response: Record<string, unknown> & { readonly content: Record<string, unknown> };
  readonly cache: object;
  readonly timings: Readonly<Record<string, number>>;
  readonly _error?: string;
}

function logOf(run: RunOutcome): { version: string; creator: object; entries: Entry[] } {
  return (JSON.parse([...renderHar(run, { version: '1.4.0' })].join('')) as { log: ReturnType<typeof logOf> })
    .log;
}

function entryOf(parts: Partial<Exchange>): Entry {
  const [entry] = logOf(runOfTests(outcome({ exchanges: [exchange(parts)] }))).entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

function withResponse(body: Uint8Array | string, type: string): Partial<Exchange> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const headers = [['Content-Type', type]] as const;
  return {
    response: { statusCode: 200, statusText: 'OK', httpVersion: '1.1', headers, body: bytes, wireSize: 7 },
  };
}

it('has one entry for each exchange, in the order of time, named after its test', () => {
  const at = (...times: number[]): readonly Exchange[] =>
    times.map((time) => exchange({ startedAt: STARTED_AT + time }));
  const [one, two] = [
    outcome({ name: 'one', exchanges: at(0, 99) }),
    outcome({ name: 'two', exchanges: at(50, 99) }),
  ];
  const log = logOf(runOf([fileOf('a.http', [one, two])]));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'svc', version: '1.4.0' } });
  expect(log.entries.map(({ comment }) => comment)).toEqual(['one', 'two', 'one', 'two']);
  expect(log.entries[2]?.startedDateTime).toBe('2031-04-05T06:07:08.219Z');
});

it('has the members HAR 1.2 requires', () => {
  const entries = logOf(sampleRun()).entries;
  expect(entries).toHaveLength(3);
  for (const entry of entries) {
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
    );
    const messages = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize'];
    expect(Object.keys(entry.request)).toEqual(
      expect.arrayContaining([...messages, 'method', 'url', 'queryString']),
    );
    expect(Object.keys(entry.response)).toEqual(
      expect.arrayContaining([...messages, 'status', 'statusText', 'content', 'redirectURL']),
    );
    expect(Object.keys(entry.response.content)).toEqual(expect.arrayContaining(['size', 'mimeType']));
  }
});

describe('timings', () => {
  it('add up to the time, the TLS part inside of connecting', () => {
    const { time, timings } = entryOf({});
    expect(timings).toMatchObject({ dns: 1.25, connect: 10.5, ssl: 8.5, send: 0, wait: 40, receive: 3.125 });
    const { ssl: _, ...others } = timings;
    expect(Object.values(others).reduce((sum, each) => sum + each, 0)).toBeCloseTo(time);
  });

  it('are -1 for what did not happen', () => {
    const timing = { dns: 0, connect: 0, tls: 0, firstByte: 5, body: 1 };
    expect(entryOf({ timing }).timings).toMatchObject({ dns: -1, connect: -1, ssl: -1 });
  });
});

describe('bodies', () => {
  it('are text where they are text', () => {
    const { content, bodySize } = entryOf(withResponse('{"ä":1}', 'application/json')).response;
    expect(content).toEqual({ size: 8, mimeType: 'application/json', text: '{"ä":1}' });
    expect(bodySize).toBe(7);
  });

  it('are decoded by their charset', () => {
    expect(
      entryOf(withResponse(Uint8Array.of(0xe4, 0x80), 'text/plain; charset=iso-8859-1')).response.content,
    ).toMatchObject({ text: 'ä€' });
  });

  it('are Base64 where they are not', () => {
    const { content } = entryOf(withResponse(Uint8Array.of(0x89, 0x50, 0, 0xff), 'image/png')).response;
    expect(content).toMatchObject({ text: 'iVAA/w==', encoding: 'base64' });
  });

  it.each([
    ['text', 'é'.repeat(40_000), 'é'.repeat(32_768)],
    ['text cut inside a character', `x${'é'.repeat(40_000)}`, `x${'é'.repeat(32_767)}`],
  ])('of %s end at 65,536 bytes', (_kind, body, shown) => {
    const { content } = entryOf(withResponse(body, 'text/plain')).response;
    const bytes = new TextEncoder().encode(body).length;
    expect(content).toMatchObject({ size: bytes, text: shown, comment: `first 65536 of ${bytes} bytes` });
  });

  it('of bytes end at 65,536 bytes', () => {
    const { content } = entryOf(withResponse(new Uint8Array(70_000).fill(255), 'image/png')).response;
    expect(Buffer.from(String(content['text']), 'base64')).toHaveLength(65_536);
  });

  it('of requests are in postData', () => {
    const request = {
      method: 'POST',
      url: 'https://x.example.test/?a=1&a=%20',
      headers: [['content-type', 'image/png']] as const,
    };
    const { queryString, postData, bodySize } = entryOf({
      request: { ...request, body: Uint8Array.of(0, 255) },
    }).request;
    expect(postData).toEqual({ mimeType: 'image/png', text: 'AP8=', _encoding: 'base64' });
    expect(queryString).toEqual([
      { name: 'a', value: '1' },
      { name: 'a', value: ' ' },
    ]);
    expect(bodySize).toBe(2);
  });

  it('that hide a secret among bytes are redacted, or left out', () => {
    const body = (secret: string): Uint8Array =>
      Uint8Array.of(0, 255, ...new TextEncoder().encode(secret), 254);
    const contentOf = (secret: string): Record<string, unknown> => {
      const result = outcome({ exchanges: [exchange(withResponse(body(secret), 'image/png'))] });
      return logOf(runOf([fileOf('a.http', [result])], [secret])).entries[0]?.response.content ?? {};
    };
    expect(Buffer.from(String(contentOf('plain-secret')['text']), 'base64').toString('latin1')).toBe(
      '\u0000\u00ff[REDACTED]\u00fe',
    );
    expect(contentOf('gehéim-ß')).toEqual({
      size: 13,
      mimeType: 'image/png',
      comment: 'left out: it holds a secret',
    });
  });
});

it('shows the error that prevented a response', () => {
  const exchanges = [exchange(), exchange({ response: undefined })];
  const entries = logOf(
    runOfTests(notCompleted('a', 'reset', 'the connection was reset', { exchanges })),
  ).entries;
  expect(entries.map((entry) => entry._error)).toEqual([undefined, 'the connection was reset']);
  expect(entries[1]?.response).toMatchObject({ status: 0, statusText: '', headers: [], bodySize: -1 });
});

it('is complete without exchanges', () => {
  expect(logOf(runOf([])).entries).toEqual([]);
});
