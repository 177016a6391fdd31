import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { engineOf, MAX_ENGINE_THREADS } from '../../support/runs/engine-state.js';
import { sendRequest, startServerProcess, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

/** The same seed gives the same moments of cancellation. */
const SEED = 20_261_116;
const EXECUTIONS = 200;
const AT_ONCE = 10;
const MAX_STAY_MS = 150;
/** The file descriptors of the event loop of one thread and of what it may keep open when it is idle. */
const FILES_PER_THREAD = 16;

it('cancelled executions leave no thread, connection or file behind', async () => {
  const target = await startTarget();
  const files = filesFor(target.url);
  const temporary = await temporaryWorkspace();
  const env = { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const server = await startServerProcess({ files, env });
  const random = seededRandom(SEED);

  await expectRuns(server);
  await cancelled(server, AT_ONCE, random);
  await expect.poll(target.unanswered).toBe(0);
  target.closeIdle();
  await expectAtRest(server, target);
  const before = await stateOf(server, temporary);
  expect(before.workspace).toEqual(Object.keys(files).sort());

  await cancelled(server, EXECUTIONS, random);
  await expectAtRest(server, target);
  await expect
    .poll(async () => beyond(await stateOf(server, temporary), before), {
      timeout: 60_000,
      message: `seed ${SEED}`,
    })
    .toEqual([]);
  await expectRuns(server);
  const { json } = await server.get('/history/runs');
  expect(json).toMatchObject({ total: 2, runs: [{ passed: 1 }, { passed: 1 }] });
  expect(server.svc.stderr()).not.toContain('internal error');
});

function filesFor(url: string): Record<string, string> {
  const login = dedent`
    ### login
    # @name login
    GET ${url}/quick

    >>>capture
    token from body.token
    <<<

  `;
  const again = dedent`
    ### again
    # @retry 5
    # @retryDelay 1s
    GET ${url}/unavailable/{{login.token}}
  `;
  const filler = Array.from(
    { length: 5500 },
    (_, index) => `expect body.items[${index}].name == "item ${index}, which is new"`,
  );
  return {
    'chain.http': login + again,
    'large.http': dedent`
      ### large
      GET ${url}/endless

      >>>
      ${filler.join('\n')}
      <<<
    `,
    'normal.http': dedent`
      ### normal
      GET ${url}/quick

      >>>
      expect body.token == "t"
      <<<
    `,
    'slow.http': dedent`
      ### slow
      GET ${url}/endless
    `,
  };
}

const CANCELLED_FILES = ['slow.http', 'chain.http', 'large.http'] as const;

/** Executions that would last for seconds; each client disconnects before they end. */
async function cancelled({ origin }: RunningServer, count: number, random: () => number): Promise<void> {
  const moments = Array.from({ length: count }, () => Math.floor(random() * MAX_STAY_MS));
  const clients = Array.from({ length: AT_ONCE }, async () => {
    for (let stayMs = moments.pop(); stayMs !== undefined; stayMs = moments.pop()) {
      const file = CANCELLED_FILES[moments.length % CANCELLED_FILES.length];
      const response = sendRequest(origin, 'POST', '/api/v1/execute', {
        json: { file },
        signal: AbortSignal.timeout(stayMs),
      });
      const outcome = await response.then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      // A busy machine still ends as many executions as may run, and this one is refused.
      if (outcome === 503) moments.push(stayMs);
      else expect(outcome, `${file} after ${stayMs} ms, seed ${SEED}`).toMatch(/aborted/);
    }
  });
  await Promise.all(clients);
}

async function expectAtRest(server: RunningServer, target: Target): Promise<void> {
  const state = async () => ({ connections: target.connections(), busy: (await engineOf(server)).busy });
  // Connections that are kept for the next execution are closed after a while.
  await expect.poll(state, { timeout: 60_000, message: `seed ${SEED}` }).toEqual({ connections: 0, busy: 0 });
}

async function expectRuns(server: RunningServer): Promise<void> {
  const { status, json } = await server.call('POST', '/execute', { json: { file: 'normal.http' } });
  expect([status, json]).toMatchObject([200, { passed: 1, failed: 0 }]);
}

interface ServerState {
  readonly engineThreads: number;
  readonly temporary: readonly string[];
  readonly workspace: readonly string[];
  /** Undefined where the system does not show them. */
  readonly threads: number | undefined;
  readonly descriptors: number | undefined;
}

async function stateOf(server: RunningServer, temporary: string): Promise<ServerState> {
  const countIn = async (folder: string): Promise<number | undefined> =>
    process.platform === 'linux' ? (await readdir(`/proc/${server.svc.pid}/${folder}`)).length : undefined;
  return {
    engineThreads: (await engineOf(server)).threads,
    temporary: (await readdir(temporary, { recursive: true })).sort(),
    workspace: (await readdir(server.root, { recursive: true })).sort(),
    threads: await countIn('task'),
    descriptors: await countIn('fd'),
  };
}

/** What was added since then, except engine threads within their limit and what they need. */
function beyond(now: ServerState, before: ServerState): string[] {
  const started = Math.max(0, now.engineThreads - before.engineThreads);
  const threads = (now.threads ?? 0) - (before.threads ?? 0);
  const descriptors = (now.descriptors ?? 0) - (before.descriptors ?? 0);
  return [
    ...now.temporary.filter((name) => !before.temporary.includes(name)),
    ...now.workspace.filter((name) => !before.workspace.includes(name)),
    ...(now.engineThreads > MAX_ENGINE_THREADS ? [`${now.engineThreads} engine threads`] : []),
    ...(threads > started + 2 ? [`${threads} threads more`] : []),
    ...(descriptors > started * FILES_PER_THREAD + 4 ? [`${descriptors} descriptors more`] : []),
  ];
}

interface Target {
  readonly url: string;
  readonly connections: () => number;
  /** How many requests wait for a response that is never sent. */
  readonly unanswered: () => number;
  readonly closeIdle: () => void;
}

/** A server that closes no connection by itself. */
async function startTarget(): Promise<Target> {
  const sockets = new Set<Socket>();
  const waiting = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const path = request.url ?? '';
    if (path === '/quick') response.setHeader('Content-Type', 'application/json').end('{"token":"t"}');
    else if (path === '/unavailable/t') response.writeHead(503).end();
    else {
      waiting.add(response);
      response.once('close', () => waiting.delete(response));
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    unanswered: () => waiting.size,
    closeIdle: () => server.closeIdleConnections(),
  };
}

/** Numbers from 0 to 1 that are always the same ones (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
