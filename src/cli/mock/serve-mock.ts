import { ServiceError } from '../../errors.js';
import { openServedPorts } from '../../http/serving/served-ports.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import { isRandom } from '../../mock/faults/draw-behaviour.js';
import { anySeed } from '../../mock/faults/route-random.js';
import { startMock, type MockOptions, type RunningMock } from '../../mock/mock-server.js';
import type { LoadedMock } from '../../operations/mocks/load-mock.js';
import { warningsOf } from '../../operations/mocks/prepare-mock.js';
import { watchFiles, type FileWatch } from '../../operations/files/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { reportFailure } from '../command/failure.js';
import { DEFAULT_HOST } from '../flags/listening-flags.js';
import { MOCK_PORT } from '../flags/mock-flags.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { EndChecks } from './end-checks.js';
import { waitForAbort } from '../command/interruption.js';
import { LineQueue } from './line-queue.js';
import { openState, type KeptState } from './keep-state.js';
import { openProxy, planProxy, type ProxyPlan } from './open-proxy.js';
import { loadWatchedMock, type MockInvocation } from './load-watched-mock.js';
import { exchangeJson, exchangeLines, requestJson, requestLine } from './request-lines.js';

const MAX_DELAY_MS = 3_600_000;
/** The time for running responses, so that a signal is not delayed for long. */
const CLOSE_TIMEOUT_MS = 5000;

/** Serves until the signal is aborted; the code is that of the checks at the end. */
export async function serveMock(given: MockInvocation, signal: AbortSignal): Promise<ExitCode> {
  const plan = await planProxy(given);
  const invocation = plan?.invocation ?? given;
  const { terminal, context, flags, positionals } = invocation;
  if ((flags.delay ?? 0) > MAX_DELAY_MS) throw new ServiceError('usage', '--delay must be at most 1h');
  const watch = flags.watch ? await watchFiles(positionals, context.cwd, flags.config) : undefined;
  try {
    // From here on, every change is either read or noticed by the watch.
    await watch?.ready;
    // A recording that has no request yet is the only file that was not named.
    const isRecordingOnly = given.positionals.length === 0;
    // A signal while the files are being loaded ends the loading, too.
    const loaded = await loadWatchedMock(invocation, watch, signal, isRecordingOnly).catch(
      (error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      },
    );
    if (loaded === undefined) return EXIT.ok;
    const lines = new LineQueue(terminal.report);
    const checks = new EndChecks(invocation, loaded.routes, loaded.secrets);
    const state = await openState(invocation, loaded.secrets);
    const seed = flags.seed ?? anySeed();
    const proxy = plan && openProxy(plan, loaded);
    const mock = await start(invocation, loaded, lines, { checks, state, seed, proxy });
    await printStart(invocation, loaded, mock, { seed, plan });
    if (watch) await reloadUntil(signal, watch, invocation, { mock, checks, seed });
    else await waitForAbort(signal);
    // A second signal ends the process at once.
    lines.stopGathering();
    await mock.stop(CLOSE_TIMEOUT_MS);
    await lines.finished();
    await proxy?.close();
    await state?.close();
    if (lines.droppedLines > 0)
      await terminal.note(
        `${formatCount(lines.droppedLines, 'line')} not printed because the reader was too slow`,
      );
    return await checks.finish();
  } finally {
    await watch?.close();
  }
}

interface MockParts {
  readonly checks: EndChecks;
  /** Undefined unless the mock server is stateful. */
  readonly state: KeptState | undefined;
  /** Undefined without `--proxy`. */
  readonly proxy: ReturnType<typeof openProxy> | undefined;
  readonly seed: number;
}

async function start(
  invocation: MockInvocation,
  loaded: LoadedMock,
  lines: LineQueue,
  { checks, state, seed, proxy }: MockParts,
): Promise<RunningMock> {
  const { port = MOCK_PORT, host = DEFAULT_HOST, delay = 0, cors } = invocation.flags;
  const { routes, secrets } = loaded;
  const { context, terminal } = invocation;
  const onWarning = (message: string): void => void terminal.warning(message);
  const { onRequest, ...printed } = printing(invocation, secrets, lines);
  try {
    const mock = await startMock({
      routes,
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port,
      delay,
      seed,
      cors,
      strictMatch: invocation.flags['strict-match'],
      ...(state && { store: state.store }),
      ...(proxy && { upstream: proxy.upstream }),
      ports: openServedPorts({ env: context.env, self: context.identity, onWarning }),
      onRequest: (request) => {
        checks.note(request);
        onRequest(request);
      },
      ...printed,
    });
    await proxy?.attach(mock.port).catch(async (error: unknown) => {
      await mock.stop(0);
      throw error;
    });
    return mock;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'conflict') throw error;
    const hint = 'choose another with --port, or --port 0 for a free one';
    throw new ServiceError('conflict', error.message, { hint, cause: error });
  }
}

function printing(
  { terminal, flags }: MockInvocation,
  secrets: SecretSet,
  lines: LineQueue,
): Pick<MockOptions, 'onRequest' | 'onExchange'> {
  const silent = (): void => undefined;
  if (terminal.quiet) return { onRequest: silent };
  if (terminal.verbosity > 0) {
    const text = flags.json ? exchangeJson : exchangeLines;
    return { onRequest: silent, onExchange: (exchange) => lines.add(text(exchange, secrets)) };
  }
  const text = flags.json ? requestJson : requestLine;
  return { onRequest: (request) => lines.add(text(request, secrets)) };
}

async function printStart(
  { terminal, context }: MockInvocation,
  { routes, warnings, notes }: LoadedMock,
  { host, port }: RunningMock,
  { seed, plan }: { readonly seed: number; readonly plan: ProxyPlan | undefined },
): Promise<void> {
  for (const warning of [...warnings, ...warningsOf(routes)]) await terminal.warning(warning);
  for (const note of notes) await terminal.note(note);
  if (terminal.quiet) return;
  const passed = plan ? proxyLine(plan) : '';
  await context.stderr.write(
    `Mock server on http://${host}:${port}\n${routeList(routes)}${passed}${seedLine(routes, seed)}`,
  );
}

function proxyLine({ address, file }: ProxyPlan): string {
  const recorded = file === undefined ? '' : `, recorded in ${file.shown}`;
  return `  ${printableLine(`everything else: ${address.url}${recorded}`)}\n`;
}

/** Empty where a seed makes no difference. */
function seedLine(routes: readonly MockRoute[], seed: number): string {
  const differs = routes.some(({ behaviour }) => behaviour && isRandom(behaviour));
  return differs ? `Delays and faults are drawn with --seed ${seed}\n` : '';
}

function routeList(routes: readonly MockRoute[]): string {
  const method = routes.reduce((most, route) => Math.max(most, route.method.length), 0);
  const path = Math.min(
    60,
    routes.reduce((most, route) => Math.max(most, route.path.shown.length), 0),
  );
  const lines = routes.map((route) =>
    [route.method.padEnd(method), route.path.shown.padEnd(path), route.response.status, route.name].join(
      '  ',
    ),
  );
  return lines.map((line) => `  ${printableLine(line)}\n`).join('');
}

/** An error may be fixed by the next change; until then, the old routes are served. */
async function reloadUntil(
  signal: AbortSignal,
  watch: FileWatch,
  invocation: MockInvocation,
  { mock, checks, seed }: Omit<MockParts, 'state' | 'proxy'> & { readonly mock: RunningMock },
): Promise<void> {
  const { terminal, context } = invocation;
  const write = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${printableLine(text)}\n`);
  for (;;) {
    const changed = await watch.nextChange(signal);
    if (signal.aborted) return;
    await write(`Changed: ${changed.join(', ')}`);
    watch.startOver();
    try {
      const { routes } = await loadWatchedMock(invocation, watch, signal);
      await mock.replaceRoutes(routes);
      checks.setRoutes(routes);
      for (const warning of warningsOf(routes)) await terminal.warning(warning);
      await write(`Serving ${formatCount(routes.length, 'route')}`);
      if (!terminal.quiet) await context.stderr.write(seedLine(routes, seed));
    } catch (error) {
      if (signal.aborted) return;
      await reportFailure(error, ['mock'], terminal, context);
      await write('The routes are unchanged');
    }
  }
}
