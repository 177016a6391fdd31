/** Delays and faults of routes, over the wire. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { request as send, type ClientRequest, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';
import { startedMock } from '../../test/support/mocks/started-mock.js';
import { sendRequest } from '../../test/support/servers/running-server.js';
import { drawBehaviour } from './faults/draw-behaviour.js';
import { RouteRandom } from './faults/route-random.js';
import { prepareRoute } from './responses/prepared-response.js';
import { ExchangeLog } from './exchange-log.js';

/** No test lasts as long, so that a server that stops has not waited for it. */
const TOO_LONG_MS = 3_600_000;

function route(
  directives: readonly string[],
  response = '{"id": 7, "name": "nut"}',
  type = 'application/json',
): string {
  const lines = directives.map((line) => `# @mock.${line}`).join('\n');
  return `### read\n${lines}\nGET /crates\n\n>>>mock\n200\nContent-Type: ${type}\n\n${response}\n<<<\n`;
}

/** The bytes of a response as they arrive, and how its connection ends. */
async function rawResponse(port: number, method = 'GET'): Promise<{ text: string; error: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let error = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', (cause: NodeJS.ErrnoException) => (error = cause.code ?? ''));
  socket.write(`${method} /crates HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, error };
}

/** A request that the server has certainly received. */
async function received(
  origin: string,
  path: string,
): Promise<{ readonly request: ClientRequest; readonly outcome: Promise<number | string | undefined> }> {
  const request = send(`${origin}${path}`, { agent: false, headers: { Expect: '100-continue' } });
  const outcome = new Promise<number | string | undefined>((resolve) => {
    request.on('response', (response) => resolve(response.resume().statusCode));
    request.on('error', ({ message }) => resolve(message));
  });
  request.end();
  await once(request, 'continue');
  return { request, outcome };
}

/** What a client sees of some requests: a status or an error. */
async function outcomes(origin: string, count: number): Promise<readonly (number | string)[]> {
  const found: (number | string)[] = [];
  for (let index = 0; index < count; index += 1) {
    found.push(
      await sendRequest(origin, 'GET', '/crates').then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code ?? 'error',
      ),
    );
  }
  return found;
}

describe('a fault', () => {
  it('resets the connection', async () => {
    const mock = await startedMock(route(['fault reset']));
    expect(await rawResponse(mock.port)).toEqual({ text: '', error: 'ECONNRESET' });
    expect(mock.requests).toMatchObject([{ status: 0, route: 'read', fault: 'reset', path: '/crates' }]);
  });

  it('gives an error status instead of the response', async () => {
    const mock = await startedMock(route(['fault status 503']));
    const { status, headers, json } = await sendRequest(mock.origin, 'GET', '/crates');
    expect([status, headers['content-type'], json]).toEqual([
      503,
      'application/json',
      { error: 'Service Unavailable', message: 'a fault of the mock server' },
    ]);
    expect(mock.requests).toMatchObject([{ status: 503, fault: 'status' }]);
    const empty = await startedMock(route(['fault status 204']));
    expect(await sendRequest(empty.origin, 'GET', '/crates')).toMatchObject({ status: 204, text: '' });
  });

  it('gives no response until the client leaves', async () => {
    const clock = new ManualClock();
    const mock = await startedMock(
      `${route(['fault timeout'])}\n### later\n# @mock.delay 100ms\nGET /later\n\n>>>mock\n200\n<<<\n`,
      { clock },
    );
    const { request, outcome } = await received(mock.origin, '/crates');
    for (let count = 0; count < 2; count += 1) {
      const later = sendRequest(mock.origin, 'GET', '/later');
      await clock.pass(100);
      await later;
    }
    expect(mock.requests.map((each) => [each.route, each.duration])).toEqual([
      ['later', 100],
      ['later', 100],
    ]);
    request.destroy();
    expect(await outcome).toBe('socket hang up');
    await expect.poll(() => mock.requests[2]).toMatchObject({ status: 0, fault: 'timeout', duration: 200 });
  });

  it('gives no response also to a client that sends a body', async () => {
    const mock = await startedMock('# @mock.fault timeout\nPOST /crates\n\n>>>mock\n201\n<<<\n');
    const request = send(`${mock.origin}/crates`, { agent: false, method: 'POST' });
    request.on('error', () => undefined);
    request.end('x'.repeat(4 * 1024 * 1024));
    await once(request, 'finish');
    request.destroy();
    await expect.poll(() => mock.requests).toMatchObject([{ status: 0, fault: 'timeout' }]);
  });

  it('sends the body slowly', async () => {
    const body = 'x'.repeat(400);
    const clock = new ManualClock();
    const mock = await startedMock(route(['fault slow-body 1KB/s'], body, 'text/plain'), { clock });
    const response = await new Promise<IncomingMessage>((resolve) =>
      send(`${mock.origin}/crates`, { agent: false }, resolve).end(),
    );
    let text = '';
    response.on('data', (data: Buffer) => (text += data.toString()));
    let hasEnded = false;
    response.on('end', () => (hasEnded = true));
    // 1,024 bytes in a second, a piece every 50 ms; the last one comes as soon as it is due.
    for (const length of [51, 102, 153, 204, 256, 307, 358]) {
      await clock.pass(50);
      await expect.poll(() => text.length).toBe(length);
    }
    await clock.pass(41.015625);
    await expect.poll(() => hasEnded).toBe(true);
    expect(text).toBe(body);
    await expect
      .poll(() => mock.requests)
      .toMatchObject([{ status: 200, fault: 'slow-body', duration: 391.016 }]);
  });

  it('stops sending when the client leaves, and sends the rest when the mock stops', async () => {
    const mock = await startedMock(route(['fault slow-body 1B/s'], 'x'.repeat(1000), 'text/plain'));
    const left = send(`${mock.origin}/crates`, { agent: false });
    left.end();
    const [response] = (await once(left, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    response.destroy();
    await expect.poll(() => mock.requests.length).toBe(1);
    const [whole] = (await once(send(`${mock.origin}/crates`, { agent: false }).end(), 'response')) as [
      IncomingMessage,
    ];
    const [text] = await Promise.all([readText(whole), mock.stop(TOO_LONG_MS)]);
    expect(text).toBe('x'.repeat(1000));
  });

  it('makes JSON invalid, with correct headers', async () => {
    const mock = await startedMock(route(['fault malformed']));
    const { status, headers, text, json } = await sendRequest(mock.origin, 'GET', '/crates');
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'application/json',
      '12',
    ]);
    expect([text, json]).toEqual(['{"id": 7, "n', undefined]);
    expect(mock.requests).toMatchObject([{ status: 200, fault: 'malformed' }]);
  });

  it('ends the connection in the middle of another body', async () => {
    const mock = await startedMock(route(['fault malformed'], 'some text', 'text/plain'));
    const { text } = await rawResponse(mock.port);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: 9\r\n[^]*\r\n\r\nsome$/);
    await expect(sendRequest(mock.origin, 'GET', '/crates')).rejects.toThrow('aborted');
  });

  it('sends no HTTP where there is no body', async () => {
    const mock = await startedMock(route(['fault malformed'], '', 'text/plain').replace('200\n', '204\n'));
    expect((await rawResponse(mock.port)).text).toBe('HTTP/1.1 malformed\r\n\r\n');
    await expect(sendRequest(mock.origin, 'GET', '/crates')).rejects.toThrow(/Parse Error/);
    expect(mock.requests[0]).toMatchObject({ status: 0, fault: 'malformed' });
    const json = await startedMock(route(['fault malformed']));
    expect((await rawResponse(json.port, 'HEAD')).text).toBe('HTTP/1.1 malformed\r\n\r\n');
  });

  it('is in the log, and in what a listener gets', async () => {
    const log = new ExchangeLog();
    const seen: unknown[] = [];
    const mock = await startedMock(route(['fault malformed']), {
      log,
      onExchange: ({ fault, responseBody }) => seen.push([fault, responseBody]),
    });
    await sendRequest(mock.origin, 'GET', '/crates');
    expect(seen).toEqual([['malformed', '{"id": 7, "n']]);
    expect([...log.newest()]).toMatchObject([{ fault: 'malformed', status: 200, source: 'route' }]);
  });

  it('changes nothing that a sequence or the state remembers', async () => {
    const text =
      '# @mock.sequence last\n# @mock.fault status 503 50%\nGET /crates\n\n>>>mock\n200\n\n1\n<<<\n\n>>>mock\n200\n\n2\n<<<\n';
    const mock = await startedMock(text, { seed: 1 });
    const seen: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { status, text: body } = await sendRequest(mock.origin, 'GET', '/crates');
      seen.push(status === 503 ? '-' : body);
    }
    expect(seen).toContain('-');
    expect(seen.filter((each) => each !== '-').slice(0, 2)).toEqual(['1', '2']);
  });
});

describe('a seed', () => {
  const FAULTS = route(['fault reset 20%', 'fault status 500 30%', 'fault status 503 50%']);

  it('repeats what happens, request by request', async () => {
    const first = await outcomes((await startedMock(FAULTS, { seed: 4711 })).origin, 40);
    expect(await outcomes((await startedMock(FAULTS, { seed: 4711 })).origin, 40)).toEqual(first);
    expect(await outcomes((await startedMock(FAULTS, { seed: 4712 })).origin, 40)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set(['ECONNRESET', 500, 503, 200]));
  });

  it('starts again with a reset', async () => {
    const mock = await startedMock(FAULTS, { seed: 4711 });
    const first = await outcomes(mock.origin, 20);
    mock.reset();
    expect(await outcomes(mock.origin, 20)).toEqual(first);
  });

  it('gives every route its own sequence, whatever the others are asked meanwhile', async () => {
    const other = '### other\n# @mock.fault status 500 50%\nGET /other\n\n>>>mock\n200\n<<<\n';
    const alone = await outcomes((await startedMock(`${FAULTS}\n${other}`, { seed: 5 })).origin, 20);
    const mock = await startedMock(`${FAULTS}\n${other}`, { seed: 5 });
    const busy = Array.from({ length: 60 }, () => sendRequest(mock.origin, 'GET', '/other'));
    expect(await outcomes(mock.origin, 20)).toEqual(alone);
    const statuses = new Set((await Promise.all(busy)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 500]));
  });

  it('is another one each time without the option', async () => {
    const first = await outcomes((await startedMock(FAULTS)).origin, 40);
    expect(await outcomes((await startedMock(FAULTS)).origin, 40)).not.toEqual(first);
  });
});

describe('a delay', () => {
  it('comes on top of that of the server', async () => {
    const clock = new ManualClock();
    const mock = await startedMock(route(['delay 120ms']), { delay: 80, clock });
    const sent = sendRequest(mock.origin, 'GET', '/crates');
    await clock.pass(200);
    await sent;
    expect(mock.requests[0]?.duration).toBe(200);
  });

  it('is what the seed draws in the range', async () => {
    const text = route(['delay 0ms..300ms']);
    const clock = new ManualClock();
    const mock = await startedMock(text, { seed: 7, clock });
    for (let index = 0; index < 5; index += 1) {
      const sent = sendRequest(mock.origin, 'GET', '/crates');
      await clock.untilWaiting();
      await clock.turn(clock.next - clock.now());
      await sent;
    }
    const [planned] = await routesOf(text);
    if (!planned) throw new Error('no route');
    const prepared = await prepareRoute(planned);
    const random = new RouteRandom(7);
    for (const { duration } of mock.requests) {
      const { delayMs: drawn } = drawBehaviour(prepared.behaviour ?? {}, () => random.next(prepared));
      expect(drawn).toBeLessThanOrEqual(300);
      expect(duration).toBe(drawn);
    }
  });

  it('ends with the mock, and so does waiting for nothing', async () => {
    const mock = await startedMock(
      `${route(['delay 1h'])}\n# @mock.fault timeout\nGET /hung\n\n>>>mock\n200\n<<<\n`,
    );
    const slow = await received(mock.origin, '/crates');
    const hung = await Promise.all(Array.from({ length: 20 }, () => received(mock.origin, '/hung')));
    await mock.stop(TOO_LONG_MS);
    expect(await slow.outcome).toBe(200);
    const outcomesOfHung = await Promise.all(hung.map(({ outcome }) => outcome));
    expect(new Set(outcomesOfHung)).toEqual(new Set(['socket hang up']));
    expect(mock.requests).toHaveLength(21);
  });
});
