/** One run with everything a report may meet; the golden files show it. */
import type { RequestOutcome, RunOutcome } from '../../src/runner/outcome/result.js';
import {
  assertion,
  brokenFile,
  exchange,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  skipped,
  STARTED_AT,
} from '../support/runs/build-outcome.js';

/** What a hostile server or file may try on a terminal, XML, HTML, a workflow log and a table. */
export const HOSTILE =
  '\u001b[31mred\u0007 \u202etxt.exe ]]></script><img src=x onerror=alert(1)> %0A::error::x | `y` # \\ "q" \'s\'';

export const TOKEN = 'tok_9f8e7d6c5b4a3f2e';
export const PASSWORD = 'pä ss/wörd"1+2';

export function sampleRun(): RunOutcome {
  return runOf(
    [
      fileOf('shop/orders.http', orders()),
      fileOf('shop/lager-überblick.http', hostile(), 64),
      brokenFile('shop/broken.http', [
        'shop/broken.http:3:1: unknown directive "@nam"; did you mean "@name"?',
        'shop/broken.http:7:12: the block is not closed',
      ]),
      fileOf('shop/empty.http', [], 0),
    ],
    [TOKEN, PASSWORD],
  );
}

function orders(): RequestOutcome[] {
  return [
    login(),
    outcome({
      name: 'createOrder',
      description: 'Places an order with two lines',
      tags: ['smoke', 'orders'],
      duration: 132,
      line: 12,
      attempts: 3,
      request: {
        method: 'POST',
        url: 'https://shop.example.test/orders',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
        body: '{"lines":[1,2]}',
      },
      assertions: [assertion({ subject: 'status', expected: 201, actual: 201, passed: true, line: 20 })],
      captures: { orderId: 9_007_199_254_740_993n, lines: [1, 2], note: 'two\nlines' },
    }),
    failedOrder(),
    notCompleted('cancelOrder', 'connect', '127.0.0.1:8099 refused the connection', {
      line: 38,
      duration: 3,
      request: { method: 'DELETE', url: 'http://127.0.0.1:8099/orders/9', headers: { Accept: '*/*' } },
      exchanges: [exchange({ duration: 3, response: undefined })],
    }),
    skipped('archiveOrder', 'dependency failed: readOrder', { line: 44 }),
    outcome({ name: '', line: 50, duration: 18, pulledIn: true, warnings: ['capture "etag" found nothing'] }),
    ...dataRows(),
    ...skips(),
  ];
}

function login(): RequestOutcome {
  const url = 'https://shop.example.test/login';
  const body = JSON.stringify({ user: 'kim', password: PASSWORD });
  const form = `grant=password&password=${encodeURIComponent(PASSWORD)}`;
  const cookie = 'session=c00kie-value-1; Path=/; HttpOnly';
  return outcome({
    name: 'login',
    line: 3,
    duration: 84,
    request: { method: 'POST', url, headers: { Accept: '*/*', 'X-Api-Key': 'k' }, body },
    response: {
      statusCode: 200,
      status: '200 OK',
      headers: { 'Content-Type': 'application/json', 'Set-Cookie': cookie },
      body: JSON.stringify({ token: TOKEN }),
      duration: 84,
      size: 32,
      finalUrl: `${url}?state=1&key=k`,
    },
    captures: { token: TOKEN, cookie },
    secretParameters: ['key'],
    timing: { dns: 1.25, connect: 2, tls: 8.5, firstByte: 40, body: 3.125 },
    exchanges: [
      exchange({
        request: {
          method: 'POST',
          url,
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: bytes(form),
        },
        response: {
          statusCode: 302,
          statusText: 'Found',
          httpVersion: '1.1',
          headers: [['Location', `${url}?state=1&key=k`]],
          body: new Uint8Array(),
          wireSize: 0,
        },
      }),
      exchange({
        startedAt: STARTED_AT + 81,
        request: {
          method: 'GET',
          url: `${url}?state=1&key=k`,
          headers: [['Authorization', `Basic ${btoa(`kim:${TOKEN}`)}`]],
          body: null,
        },
        response: {
          statusCode: 200,
          statusText: 'OK',
          httpVersion: '2.0',
          headers: [
            ['Content-Type', 'application/octet-stream'],
            ['Set-Cookie', cookie],
          ],
          body: Uint8Array.of(0, 255, ...bytes(TOKEN), 254, 0),
          wireSize: 24,
        },
      }),
    ],
  });
}

function failedOrder(): RequestOutcome {
  const order = {
    id: 9,
    lines: [
      { sku: 'a', count: 1 },
      { sku: 'b', count: 2 },
    ],
    paid: false,
  };
  const got = { id: 9, lines: [{ sku: 'a', count: 3 }], paid: false, note: `by ${TOKEN}` };
  return {
    ...failed(
      'readOrder',
      assertion({ subject: 'status', expected: 200, actual: 200, passed: true, line: 30 }),
      assertion(),
      assertion({ subject: 'body', expected: order, actual: got, line: 32 }),
      assertion({
        subject: 'body.id',
        operator: 'exists',
        expected: null,
        actual: null,
        line: 33,
        absent: true,
        message: 'expected body.id exists, there is no value (the body is not JSON)',
      }),
      assertion({
        subject: 'body',
        operator: 'schema',
        expected: './order.schema.json',
        actual: got,
        line: 34,
        message:
          'expected body schema "./order.schema.json": /total: must be a number; /lines/0: has no "price"',
      }),
      assertion({ subject: 'duration', operator: 'between', expected: [1, 50], actual: 61, line: 35 }),
      assertion({ subject: 'header X-Note', expected: 'x'.repeat(120), actual: TOKEN, line: 36 }),
    ),
    response: {
      statusCode: 200,
      status: '200 OK',
      headers: { 'Content-Type': 'application/json', 'X-Note': TOKEN },
      body: JSON.stringify(got),
      duration: 61,
      size: 88,
      finalUrl: 'https://shop.example.test/orders/9',
    },
  };
}

function dataRows(): RequestOutcome[] {
  return [
    outcome({ name: 'priceOf [1]', line: 54, duration: 11, tags: ['prices'] }),
    {
      ...failed('priceOf [2]'),
      line: 54,
      duration: 12,
      attempts: 2,
      response: {
        statusCode: 503,
        status: '503 Service Unavailable',
        headers: {},
        body: '',
        duration: 12,
        size: 0,
      },
    },
  ];
}

function skips(): RequestOutcome[] {
  const reasons = [
    'filtered out',
    'needs the night shift',
    'condition not met',
    'dependency failed: ghost not found',
    'no data rows',
    'unsupported method',
    'bail',
    'interrupted',
  ];
  return reasons.map((reason, index) => skipped(`left${index + 1}`, reason, { line: 60 + index }));
}

function hostile(): RequestOutcome[] {
  return [
    outcome({
      name: 'Überblick 倉庫 📦',
      description: 'größer — 大きい',
      line: 2,
      duration: 30,
      tags: ['später'],
    }),
    {
      ...failed(
        HOSTILE,
        assertion({
          subject: `body.${HOSTILE}`,
          expected: HOSTILE,
          actual: `${HOSTILE}\r\n::warning::y`,
          message: HOSTILE,
        }),
      ),
      line: 9,
      description: HOSTILE,
      tags: [HOSTILE],
      warnings: [HOSTILE],
      captures: { [HOSTILE]: HOSTILE },
      request: { method: 'GET', url: 'javascript:alert(1)', headers: { 'X-Evil': HOSTILE } },
    },
    notCompleted(`late ${TOKEN}`, 'shell', `echo ${PASSWORD} ended with code 1`, {
      line: 20,
      duration: 4,
      shell: [{ command: `echo ${encodeURIComponent(PASSWORD)}`, exitCode: 1, output: `${btoa(TOKEN)}\n` }],
      sseEvents: [{ id: '7', type: 'tick', data: `{"at":1,"key":"${TOKEN}"}` }],
    }),
  ];
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
