/** What all iterations of one load thread share: connections, files, and the requests made ready. */
import { CaptureStore } from '../evaluation/variables/captures.js';
import { createCookieJar, loadCookieLibrary, type CookieJar } from '../http/wraps/cookie-jar.js';
import type { DialOptions } from '../http/connect/dial.js';
import { createProxyRule } from '../http/connect/proxy.js';
import type { Target } from '../http/message/target.js';
import type { Request } from '../request-file/model/model.js';
import { createFileContext, type FileContext } from '../runner/file-context.js';
import type { Owner } from '../runner/plan/graph.js';
import { connectionOptions, openRun, type Run } from '../runner/run.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { NO_SETUP_STATE, seedCaptures, seedCookies, type FileSetupState } from './plan/setup-state.js';
import { readyDefinition, type LiveDefinition } from './client/live-definition.js';
import { LoadPool } from './client/load-pool.js';
import type { LoadOrder } from './worker-messages.js';

export interface LiveChain {
  readonly steps: readonly LiveDefinition[];
  /** Milliseconds after it, for a user. */
  readonly think: number;
  readonly file: LoadFile;
  /** Something in it differs from iteration to iteration beside functions in requests. */
  readonly needsOwnScope: boolean;
}

export interface LoadFile {
  readonly base: FileContext;
  readonly leftovers: FileSetupState;
}

export class LoadContext {
  readonly run: Run;
  readonly chains: readonly LiveChain[];
  readonly #pools: ReadonlyMap<string, LoadPool>;

  constructor(run: Run, chains: readonly LiveChain[], pools: ReadonlyMap<string, LoadPool>) {
    this.run = run;
    this.chains = chains;
    this.#pools = pools;
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
    this.run.close();
  }
}

export async function createLoadContext(order: LoadOrder, signal: AbortSignal): Promise<LoadContext> {
  const options = { ...order.options, concurrency: order.slots };
  const fileAccess = workspaceFileAccess(order.fileAccess);
  const run = openRun({ files: [], options, fileAccess, process: order.process, signal });
  if (options.cookies) await loadCookieLibrary();
  await import('../http/message/decode-body.js');
  const files = new Map<Owner, LoadFile>();
  const fileOf = (owner: Owner): LoadFile => {
    const known = files.get(owner);
    if (known) return known;
    const base = createFileContext(run, owner);
    const leftovers = order.leftovers.get(owner) ?? NO_SETUP_STATE;
    seedCaptures(leftovers, base.captures);
    const file = { base, leftovers };
    files.set(owner, file);
    return file;
  };
  const pools = new Map<string, LoadPool>();
  const definitions = await readyDefinitions(order, run, fileOf, pools);
  const chains = order.chains.map(({ steps, node }, index): LiveChain => {
    const live = steps.flatMap((place) => definitions[place] ?? []);
    const file = fileOf(node.owner);
    return {
      steps: live,
      think: order.thinkTimes[index] ?? order.stress.thinkTime,
      file,
      needsOwnScope: live.some(({ leaves }) => leaves) || hasFunctions(file.base, options.environment),
    };
  });
  return new LoadContext(run, chains, pools);
}

/** For one iteration: its own captures, and its own values of variables that call functions (language 9.10). */
export function iterationFile({ file, needsOwnScope }: LiveChain): FileContext {
  const { base, leftovers } = file;
  if (!needsOwnScope) return base;
  const captures = new CaptureStore();
  seedCaptures(leftovers, captures);
  return { ...base, captures, scope: base.scope.with({ captures, memo: new Map() }) };
}

/** With what setup left in it. */
export async function iterationJar({ leftovers }: LoadFile): Promise<CookieJar> {
  const jar = createCookieJar();
  await seedCookies(leftovers, jar);
  return jar;
}

function readyDefinitions(
  order: LoadOrder,
  run: Run,
  fileOf: (owner: Owner) => LoadFile,
  pools: Map<string, LoadPool>,
): Promise<readonly LiveDefinition[]> {
  const { options } = run;
  const { connectTimeout, tls, proxy } = connectionOptions(options, run.certificateOrigins);
  const proxyOf = createProxyRule(proxy);
  const poolOf = (target: Target): LoadPool => {
    const known = pools.get(target.origin);
    if (known) return known;
    const asksForHttp2 = target.secure && options.httpVersion === 'auto';
    const protocols: DialOptions['protocols'] = asksForHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'];
    const pool = new LoadPool(target, { connectTimeout, tls, protocols, tunnel: false });
    pools.set(target.origin, pool);
    return pool;
  };
  const companions = companionsOf(order);
  return Promise.all(
    order.definitions.map(({ node }, index) => {
      const { base, leftovers } = fileOf(node.owner);
      const usesJar = options.cookies && !node.request.metadata.noCookieJar;
      return readyDefinition({
        index,
        request: node.request,
        chain: [...(companions.get(index) ?? [])],
        base,
        quickAllowed: order.path === 'quick' && !(usesJar && leftovers.cookies.length > 0),
        proxyOf,
        poolOf,
      });
    }),
  );
}

/** For each definition, the requests that may share an iteration with it. */
function companionsOf({ chains, definitions }: LoadOrder): ReadonlyMap<number, ReadonlySet<Request>> {
  const companions = new Map<number, Set<Request>>();
  for (const { steps } of chains) {
    const requests = steps.flatMap((place) => definitions[place]?.node.request ?? []);
    for (const place of steps) {
      const known = companions.get(place) ?? new Set();
      for (const request of requests) known.add(request);
      companions.set(place, known);
    }
  }
  return companions;
}

/** Their values are fixed for one iteration, not for the test. */
function hasFunctions({ runnable }: FileContext, environment: Readonly<Record<string, unknown>>): boolean {
  const mayCall = (text: string): boolean => text.includes('{{') && /[$(]/.test(text);
  return (
    runnable.file.variables.some(({ value }) => mayCall(value)) || mayCall(JSON.stringify(environment) ?? '')
  );
}
