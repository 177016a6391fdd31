import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../src/library.js';
import type { RunSummary } from '../../src/programs/result-types.js';
import type { RunEvent } from '../../src/programs/run-types.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { listening } from '../support/servers/raw-server.js';

/** Responds to everything but `/held`, whose responses a test ends itself. */
async function target() {
  const sockets = new Set<Socket>();
  const held: ServerResponse[] = [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.cookie ?? ''}`.trim());
    if (request.url === '/held') return void held.push(response);
    response.writeHead(request.url === '/bad' ? 500 : 200, { 'set-cookie': `own=${request.url?.slice(1)}` });
    response.end('{"id": 7, "big": 12345678901234567890}');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, sockets, held, seen };
}

const ORDERS = (url: string): string => dedent`
  ### read
  # @depends login
  GET ${url}/read

  >>>
  expect status == 200
  <<<

  ### login
  # @description signs in
  GET ${url}/login

  >>>capture
  id from body.id
  big from body.big
  <<<

  ### never
  # @skip not yet
  GET ${url}/never

  ###
  GET ${url}/bad
`;

describe('run', () => {
  it('gives the results of each file in the order of a sequential run', async () => {
    const { url } = await target();
    const cwd = await temporaryWorkspace({ 'a.http': ORDERS(url), 'b.http': `### b\nGET ${url}/b\n` });
    const summary = await run(['a.http', 'b.http'], { cwd, env: {} });
    expect(summary).toMatchObject({
      ok: false,
      exitCode: 1,
      passed: 3,
      failed: 1,
      skipped: 1,
      environment: 'dev',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
    const [first, second] = summary.files;
    expect(first).toMatchObject({
      file: 'a.http',
      passed: 2,
      failed: 1,
      skipped: 1,
      environment: 'dev',
      runId: 0,
    });
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(first?.id).not.toBe(second?.id);
    expect(first?.results.map(({ name, line }) => [name, line])).toEqual([
      ['login', 9],
      ['read', 1],
      ['never', 18],
      [`GET ${url}/bad`, 22],
    ]);
    expect(first?.results[0]).toMatchObject({
      description: 'signs in',
      captures: { id: 7, big: 12345678901234567890n },
      response: { statusCode: 200, body: '{"id": 7, "big": 12345678901234567890}', bodyTruncated: false },
      request: { method: 'GET', url: `${url}/login`, body: '' },
      attempts: 1,
      error: '',
      errorKind: '',
    });
    expect(first?.results[2]).toMatchObject({ skipped: true, skipReason: 'not yet', passed: false });
  });

  it('tells every event in order, with the objects of the summary', async () => {
    const { url } = await target();
    const cwd = await temporaryWorkspace({ 'a.http': ORDERS(url), 'b.http': `### b\nGET ${url}/b\n` });
    const events: RunEvent[] = [];
    const summary = await run(['a.http', 'b.http'], { cwd, env: {}, onEvent: (event) => events.push(event) });
    const shown = events.map((event) =>
      'name' in event ? `${event.kind} ${event.name} ${event.line}` : event.kind,
    );
    expect(shown).toEqual([
      'run-start',
      'file-start',
      ...['login 9', 'read 1', 'never 18', `GET ${url}/bad 22`].flatMap((place) => [
        `request-start ${place}`,
        `request-end ${place}`,
      ]),
      'file-end',
      'file-start',
      'request-start b 1',
      'request-end b 1',
      'file-end',
      'run-end',
    ]);
    expect(events[0]).toEqual({ kind: 'run-start', files: 2, total: 5 });
    expect(events[2]).toEqual({
      kind: 'request-start',
      file: 'a.http',
      name: 'login',
      line: 9,
      index: 0,
      total: 4,
    });
    const files = events.flatMap((event) => (event.kind === 'file-end' ? [event.result] : []));
    expect(files).toEqual(summary.files);
    expect(events.at(-1)).toEqual({ kind: 'run-end', summary });
  });

  it('numbers the passes of a run that is repeated, and names traces', async () => {
    const { url } = await target();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/one\n` });
    const options = { cwd, env: {}, repeat: 3, settings: { tracing: { traceparent: true } } };
    const { files, passed } = await run(['a.http'], options);
    expect(passed).toBe(3);
    expect(files[0]?.results.map(({ iteration }) => iteration)).toEqual([1, 2, 3]);
    const traces = files[0]?.results.map(({ traceId }) => traceId) ?? [];
    expect(new Set(traces).size).toBe(3);
    expect(traces[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('does not see another run at the same time', async () => {
    const { url, held, seen } = await target();
    const text = (name: string): string =>
      dedent`
        ### first
        GET ${url}/${name}
        ### held
        GET ${url}/held
        ### last
        GET ${url}/last?{{secret}}
      `;
    const cwd = await temporaryWorkspace({ 'a.http': text('a'), 'b.http': text('b') });
    const both = ['a', 'b'].map((name) =>
      run([`${name}.http`], { cwd, env: {}, secrets: { secret: `of-${name}` } }),
    );
    await expect.poll(() => held.length).toBe(2);
    for (const response of held) response.end();
    const [a, b] = (await Promise.all(both)) as [RunSummary, RunSummary];
    expect([a.passed, b.passed]).toEqual([3, 3]);
    expect([...seen].sort()).toEqual(
      ['/a', '/b', '/held own=a', '/held own=b', '/last?of-a own=a', '/last?of-b own=b'].sort(),
    );
  });
});

describe('an aborted signal', () => {
  it('rejects with its reason when the end was told and the connections are closed', async () => {
    const { url, sockets, held, seen } = await target();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/held\n### two\nGET ${url}/two\n` });
    const stop = new AbortController();
    const reason = new Error('enough');
    const events: RunEvent[] = [];
    const running = run(['a.http'], {
      cwd,
      env: {},
      signal: stop.signal,
      onEvent: (event) => events.push(event),
    });
    await expect.poll(() => held.length).toBe(1);
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(seen).toEqual(['/held']);
    const last = events.at(-1);
    expect(last).toMatchObject({
      kind: 'run-end',
      summary: { passed: 0, files: [{ results: [{}, { skipped: true }] }] },
    });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('sends nothing when it was aborted before, and is released after the run', async () => {
    const { url, seen } = await target();
    const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/one\n` });
    const events: RunEvent[] = [];
    const signal = AbortSignal.abort('at once');
    const onEvent = (event: RunEvent): void => void events.push(event);
    await expect(run(['a.http'], { cwd, env: {}, signal, onEvent })).rejects.toBe('at once');
    expect([seen, events]).toEqual([[], []]);
    const listeners = new ListenerCount();
    await run(['a.http'], { cwd, env: {}, signal: listeners.signal });
    expect(listeners.count).toBe(0);
  });
});

class ListenerCount {
  readonly signal = new AbortController().signal;
  count = 0;

  constructor() {
    const { signal } = this;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      this.count += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      this.count -= 1;
      remove(...args);
    };
  }
}

describe('what a listener throws', () => {
  it.each(['run-start', 'request-start', 'request-end', 'file-end', 'run-end'] as const)(
    'at %s ends the run and rejects, and the listener hears no more',
    async (kind) => {
      const { url, seen, sockets } = await target();
      const requests = ['one', 'two', 'three'].map((name) => `### ${name}\nGET ${url}/${name}\n`);
      const cwd = await temporaryWorkspace({ 'a.http': requests.join('') });
      const received: string[] = [];
      const fault = new TypeError('a mistake of the program');
      const onEvent = (event: RunEvent): void => {
        received.push(event.kind);
        if (event.kind === kind) throw fault;
      };
      await expect(run(['a.http'], { cwd, env: {}, onEvent })).rejects.toBe(fault);
      expect(received.filter((each) => each === kind)).toHaveLength(1);
      expect(received.at(-1)).toBe(kind);
      // The next request may be on its way when a result is told.
      const most = { 'run-start': 0, 'request-start': 0, 'request-end': 2, 'file-end': 3, 'run-end': 3 };
      expect(seen.length).toBeLessThanOrEqual(most[kind]);
      await expect.poll(() => sockets.size).toBe(0);
    },
  );
});
