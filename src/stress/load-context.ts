/** The state that all iterations of one load thread share: connections, files and prepared requests. */
import { environmentOf } from '../runner/plan/file-environment.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import { GlobalStore } from '../evaluation/variables/globals.js';
import { createCookieJar, loadCookieLibrary, type CookieJar } from '../http/wraps/cookie-jar.js';
import type { DialOptions } from '../http/connect/dial.js';
import { AllowedHosts } from '../http/connect/allowed-hosts.js';
import { createConnections } from '../http/connections/connections.js';
import { createProxyRule } from '../http/connect/proxy.js';
import type { Target } from '../http/message/target.js';
import type { Clock } from '../primitives/clock.js';
import { getOrAdd } from '../primitives/get-or-add.js';
import { toJson } from '../primitives/json/json-writer.js';
import type { Request } from '../request-file/model/model.js';
import { createFileContext, type FileContext } from '../runner/file-context.js';
import type { Owner } from '../runner/plan/graph.js';
import { connectionOptions, openRun, type Run } from '../runner/run.js';
import { portableFileAccess } from '../runner/portable/portable-file-access.js';
import type { FileAccess } from '../runner/plan/run-input.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { NO_SETUP_STATE, seedValues, seedCookies, type FileSetupState } from './plan/setup-state.js';
import { prepareDefinition, type LiveDefinition } from './client/live-definition.js';
import { LoadPool } from './client/load-pool.js';
import type { LoadTask } from './worker-messages.js';

export interface LiveChain {
  readonly steps: readonly LiveDefinition[];
  /** Milliseconds that a user pauses after it. */
  readonly think: number;
  readonly file: LoadFile;
  /** It has captures, or file variables that call functions. */
  readonly needsOwnScope: boolean;
}

export interface LoadFile {
  readonly base: FileContext;
  readonly setupState: FileSetupState;
}

export interface LoadContext {
  readonly chains: readonly LiveChain[];
  /** Masks the secrets known so far. */
  readonly redact: (text: string) => string;
  readonly close: () => void;
}

export async function createLoadContext(
  task: LoadTask,
  signal: AbortSignal,
  clock: Clock,
): Promise<LoadContext> {
  const options = { ...task.options, concurrency: task.slots };
  const fileAccess = openFileAccess(task.fileAccess);
  const allowedHosts = task.allowedHosts && new AllowedHosts(task.allowedHosts);
  const run = openRun({
    files: [],
    options,
    fileAccess,
    process: task.process,
    signal,
    connect: allowedHosts && ((given) => createConnections({ ...given, allowedHosts })),
  });
  if (options.cookies) await loadCookieLibrary();
  await import('../http/message/decode-body.js');
  const files = new Map<Owner, LoadFile>();
  const fileOf = (owner: Owner): LoadFile =>
    getOrAdd(files, owner, () => {
      const base = createFileContext(run, owner);
      const setupState = task.setupState.get(owner) ?? NO_SETUP_STATE;
      seedValues(setupState, base);
      return { base, setupState };
    });
  const pools = new Map<string, LoadPool>();
  const definitions = await prepareDefinitions(task, run, fileOf, pools, { allowedHosts, clock });
  const chains = task.chains.map(({ steps, node }, index): LiveChain => {
    const live = steps.flatMap((place) => definitions[place] ?? []);
    const file = fileOf(node.owner);
    return {
      steps: live,
      think: task.thinkTimes[index] ?? task.stress.thinkTime,
      file,
      needsOwnScope:
        live.some(({ setsCaptures }) => setsCaptures) ||
        hasFunctions(file.base, environmentOf(node.owner.runnable, options)),
    };
  });
  const close = (): void => {
    for (const pool of pools.values()) pool.close();
    run.close();
  };
  return { chains, redact: (text) => run.secrets.redact(text), close };
}

function openFileAccess(files: LoadTask['fileAccess']): FileAccess {
  return 'root' in files ? workspaceFileAccess(files) : portableFileAccess(files);
}

/** Each iteration has its own captures, and its own values of variables that call functions. */
export function createIterationFile({ file, needsOwnScope }: LiveChain): FileContext {
  const { base, setupState } = file;
  if (!needsOwnScope) return base;
  const captures = new CaptureStore();
  const globals = new GlobalStore();
  seedValues(setupState, { captures, globals });
  return { ...base, captures, globals, scope: base.scope.with({ captures, globals, memo: new Map() }) };
}

/** Creates a cookie jar that holds the cookies of the setup. */
export async function createIterationJar({ setupState }: LoadFile): Promise<CookieJar> {
  const jar = createCookieJar();
  await seedCookies(setupState, jar);
  return jar;
}

function prepareDefinitions(
  task: LoadTask,
  run: Run,
  fileOf: (owner: Owner) => LoadFile,
  pools: Map<string, LoadPool>,
  { allowedHosts, clock }: { readonly allowedHosts: AllowedHosts | undefined; readonly clock: Clock },
): Promise<readonly LiveDefinition[]> {
  const { options } = run;
  const { connectTimeout, tls, proxy } = connectionOptions(options, run.certificateOrigins);
  const proxyOf = createProxyRule(proxy);
  const poolOf = (target: Target): LoadPool =>
    getOrAdd(pools, target.origin, () => {
      const asksForHttp2 = target.secure && options.httpVersion === 'auto';
      const protocols: DialOptions['protocols'] = asksForHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'];
      return new LoadPool(target, { connectTimeout, tls, protocols, tunnel: false, allowedHosts }, clock);
    });
  const companions = companionsOf(task);
  return Promise.all(
    task.definitions.map(({ node }, index) => {
      const { base, setupState } = fileOf(node.owner);
      const usesJar = options.cookies && !node.request.metadata.noCookieJar;
      return prepareDefinition({
        index,
        request: node.request,
        chain: [...(companions.get(index) ?? [])],
        base,
        quickAllowed: task.path === 'quick' && !(usesJar && setupState.cookies.length > 0),
        proxyOf,
        poolOf,
      });
    }),
  );
}

/** For each definition, the requests that may share an iteration with it. */
function companionsOf({ chains, definitions }: LoadTask): ReadonlyMap<number, ReadonlySet<Request>> {
  const companions = new Map<number, Set<Request>>();
  for (const { steps } of chains) {
    const requests = steps.flatMap((place) => definitions[place]?.node.request ?? []);
    for (const place of steps) {
      const requestsOfStep = getOrAdd(companions, place, () => new Set());
      for (const request of requests) requestsOfStep.add(request);
    }
  }
  return companions;
}

/** The values of function calls are fixed for one iteration, not for the test. */
function hasFunctions({ runnable }: FileContext, environment: Readonly<Record<string, unknown>>): boolean {
  const mayCall = (text: string): boolean => text.includes('{{') && /[$(]/.test(text);
  return runnable.file.variables.some(({ value }) => mayCall(value)) || mayCall(toJson(environment));
}
