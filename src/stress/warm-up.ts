/**
 * Code that runs for the first time is slow: without this the first 20 requests of a test went out up to 15 ms late,
 * which would spoil the verdict of every short test. The same code exchanges a few hundred messages with a server of
 * its own before the clock starts; the target sees nothing of it.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { readTarget } from '../http/message/target.js';
import { Deadlines } from './client/deadlines.js';
import { Iteration, type IterationHost } from './iteration.js';
import type { LiveDefinition, QuickWay } from './client/live-definition.js';
import type { LiveChain } from './load-context.js';
import { LoadPool } from './client/load-pool.js';
import { Recorder } from './measure/recorder.js';

const AT_ONCE = 8;
const ROUNDS = 40;
/** A machine that is busy now will not be quicker after more of it. */
const LIMIT = 500;

export async function warmUp(chain: LiveChain): Promise<void> {
  const [definition] = chain.steps;
  const server = await listen();
  if (!definition || !server) return;
  const quick = quickWayTo((server.address() as AddressInfo).port);
  const steps: LiveDefinition[] = [
    { ...definition, index: 0, quick, rows: undefined, hasConditions: false, usesJar: false },
  ];
  await Promise.race([exchange({ ...chain, steps }), pause(LIMIT)]);
  quick.pool.close();
  server.close();
}

/** Undefined where no port may be opened: then the first requests are a little late. */
function listen(): Promise<Server | undefined> {
  const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok');
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(answer));
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function quickWayTo(port: number): QuickWay {
  const target = readTarget(`http://127.0.0.1:${port}`);
  const bytes = Buffer.from(`GET / HTTP/1.1\r\nHost: ${target.authority}\r\nConnection: keep-alive\r\n\r\n`);
  const protocols = ['http/1.1'] as const;
  return {
    compiled: { target, fixed: bytes, build: () => bytes },
    pool: new LoadPool(target, { connectTimeout: LIMIT, tls: { validate: true }, protocols, tunnel: false }),
    asking: { keeping: { headers: false, body: false }, bodiless: false, maxBodyBytes: 1000 },
    timeout: LIMIT,
    assertions: [],
    verdicts: new Map([[200, true]]),
  };
}

function exchange(chain: LiveChain): Promise<void> {
  return new Promise((resolve) => {
    let left = AT_ONCE * ROUNDS;
    const host: IterationHost = {
      recorder: new Recorder(1, () => undefined),
      deadlines: new Deadlines(),
      keepsCookies: false,
      closed: false,
      aborting: undefined,
      nextRow: () => 0,
      ended: (iteration) => {
        left--;
        const now = performance.now();
        if (left >= AT_ONCE) iteration.begin(chain, now, now);
        else if (left === 0) resolve();
      },
    };
    host.recorder.begin(performance.now());
    for (let count = 0; count < AT_ONCE; count++) {
      const now = performance.now();
      new Iteration(host).begin(chain, now, now);
    }
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
