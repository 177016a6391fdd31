/**
 * Code that runs for the first time is slow: without a warm-up the first 20 requests of a test were up to 15 ms late,
 * which would make short tests invalid. The same code exchanges a few hundred messages with a local server before
 * the clock starts; nothing is sent to the target.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DEFAULT_LIMITS } from '../evaluation/bounded/limits.js';
import type { Clock } from '../primitives/clock.js';
import { readTarget } from '../http/message/target.js';
import { Deadlines } from './client/deadlines.js';
import { Iteration, type IterationHost } from './iteration.js';
import type { LiveDefinition, QuickPath } from './client/live-definition.js';
import type { LiveChain } from './load-context.js';
import { NO_READ_OPTIONS } from './client/load-connection.js';
import { LoadPool } from './client/load-pool.js';
import { ResponseChecker } from './client/response-checker.js';
import { FIRST_ROW } from './plan/row-numbers.js';
import { LoadRecorder } from './measure/load-recorder.js';

const CONCURRENCY = 8;
const ROUNDS = 40;
/** On a busy machine a longer warm-up would not help. */
const WARM_UP_LIMIT_MS = 500;

export async function warmUp(chain: LiveChain, clock: Clock): Promise<void> {
  const [definition] = chain.steps;
  const server = await listen();
  if (!definition || !server) return;
  const quick = createQuickPath((server.address() as AddressInfo).port, definition, clock);
  const steps: LiveDefinition[] = [
    { ...definition, index: 0, quick, rows: undefined, hasConditions: false, usesJar: false },
  ];
  await new Promise<void>((resolve) => {
    const limit = clock.at(clock.now() + WARM_UP_LIMIT_MS, resolve).unref();
    void exchangeMessages({ ...chain, steps }, clock).then(() => {
      limit.cancel();
      resolve();
    });
  });
  quick.pool.close();
  server.close();
}

/**
 * Every other response repeats the one before, since the others take a longer path. Undefined where no port may be
 * opened, in which case the first requests are slightly late.
 */
function listen(): Promise<Server | undefined> {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n';
  let count = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(`${head}${String(count++ >> 1).padStart(4, '0')}`));
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function createQuickPath(port: number, { request, base }: LiveDefinition, clock: Clock): QuickPath {
  const target = readTarget(`http://127.0.0.1:${port}`);
  const bytes = Buffer.from(`GET / HTTP/1.1\r\nHost: ${target.authority}\r\nConnection: keep-alive\r\n\r\n`);
  const protocols = ['http/1.1'] as const;
  const dialOptions = { connectTimeout: WARM_UP_LIMIT_MS, tls: { validate: true }, protocols, tunnel: false };
  const checker = new ResponseChecker({
    request: { ...request, assertions: [] },
    assertions: [],
    context: base.assertionContext,
    limits: DEFAULT_LIMITS,
    maxBodyBytes: 1000,
    readsBody: false,
  });
  return {
    compiled: { target, fixed: bytes, build: () => bytes },
    pool: new LoadPool(target, dialOptions, clock),
    readOptions: { ...NO_READ_OPTIONS, checkedAtOnce: checker, maxBodyBytes: 1000 },
    timeout: WARM_UP_LIMIT_MS,
    assertions: [],
    checker,
  };
}

function exchangeMessages(chain: LiveChain, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let left = CONCURRENCY * ROUNDS;
    const host: IterationHost = {
      clock,
      recorder: new LoadRecorder(1, () => undefined),
      deadlines: new Deadlines(clock),
      keepsCookies: false,
      isClosed: false,
      aborting: undefined,
      onEnded: (iteration) => {
        left--;
        const now = clock.now();
        if (left >= CONCURRENCY) iteration.start(chain, now, now, FIRST_ROW);
        else if (left === 0) resolve();
      },
    };
    host.recorder.begin(clock.now());
    for (let count = 0; count < CONCURRENCY; count++) {
      const now = clock.now();
      new Iteration(host).start(chain, now, now, FIRST_ROW);
    }
  });
}
