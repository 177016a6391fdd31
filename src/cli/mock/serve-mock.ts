import { ServiceError } from '../../errors.js';
import { openServedPorts } from '../../http/serving/served-ports.js';
import type { MockRoute } from '../../mock/mock-routes.js';
import { startMock, type MockOptions, type RunningMock } from '../../mock/mock-server.js';
import { warningsOf } from '../../operations/mocks/prepare-mock.js';
import { filesOfRun, watchFiles, type FileWatch } from '../../operations/files/watch-files.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { counted } from '../process/counted.js';
import { reportFailure } from '../command/failure.js';
import { MOCK_HOST, MOCK_PORT } from '../flags/mock-flags.js';
import { interrupted } from '../command/interruption.js';
import { LineQueue } from './line-queue.js';
import { loadMock, type LoadedMock, type LoadListener, type MockInvocation } from './load-mock.js';
import { exchangeJson, exchangeLines, requestJson, requestLine } from './request-lines.js';

const LONGEST_DELAY = 3_600_000;
/** For answers under way; a signal is not to be kept waiting. */
const FAREWELL = 5000;

/** Serves until the signal comes (cli.md 13). */
export async function serveMock(invocation: MockInvocation, signal: AbortSignal): Promise<void> {
  const { terminal, context, flags, positionals } = invocation;
  checkDelay(flags.delay);
  const watch = flags.watch ? await watchFiles(positionals, context.cwd, flags.config) : undefined;
  try {
    // What changes from now on is either read or followed.
    await watch?.ready;
    // A signal that comes while the files are looked at ends that, too.
    const loaded = await loadMock(invocation, listenerOf(watch), signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (loaded === undefined) return;
    const lines = new LineQueue(terminal.report);
    const mock = await start(invocation, loaded, lines);
    await tellStart(invocation, loaded, mock);
    if (watch) await reloadUntil(signal, watch, invocation, mock);
    else await interrupted(signal);
    await mock.stop(FAREWELL);
    await lines.finished();
    if (lines.lost > 0) await terminal.note(`${counted(lines.lost, 'line')} not printed: nobody read them`);
  } finally {
    await watch?.close();
  }
}

function checkDelay(delay = 0): void {
  if (delay > LONGEST_DELAY) throw new ServiceError('usage', '--delay must be at most 1h');
}

function listenerOf(watch: FileWatch | undefined): LoadListener {
  return {
    onInput: (path) => watch?.include([path]),
    onFiles: (files) => watch?.include(files.flatMap(filesOfRun)),
  };
}

async function start(invocation: MockInvocation, loaded: LoadedMock, lines: LineQueue): Promise<RunningMock> {
  const { port = MOCK_PORT, host = MOCK_HOST, delay = 0, cors } = invocation.flags;
  const { routes, secrets } = loaded;
  const { context, terminal } = invocation;
  try {
    return await startMock({
      routes,
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port,
      delay,
      cors,
      ports: openServedPorts({
        env: context.env,
        self: context.identity,
        onWarning: (message) => void terminal.warning(message),
      }),
      ...printing(invocation, secrets, lines),
    });
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

async function tellStart(
  { terminal, context }: MockInvocation,
  { routes, warnings }: LoadedMock,
  { host, port }: RunningMock,
): Promise<void> {
  for (const warning of [...warnings, ...warningsOf(routes)]) await terminal.warning(warning);
  if (terminal.quiet) return;
  await context.stderr.write(`Mock server on http://${host}:${port}\n${routeList(routes)}`);
}

function routeList(routes: readonly MockRoute[]): string {
  const method = routes.reduce((most, route) => Math.max(most, route.method.length), 0);
  const path = Math.min(
    60,
    routes.reduce((most, route) => Math.max(most, route.path.shown.length), 0),
  );
  return routes
    .map((route) => {
      const columns = [
        route.method.padEnd(method),
        route.path.shown.padEnd(path),
        route.answer.status,
        route.name,
      ];
      return `  ${printableLine(columns.join('  '))}\n`;
    })
    .join('');
}

/** Whatever goes wrong may be gone after the next change; until then the old routes answer. */
async function reloadUntil(
  signal: AbortSignal,
  watch: FileWatch,
  invocation: MockInvocation,
  mock: RunningMock,
): Promise<void> {
  const { terminal, context } = invocation;
  const say = async (text: string): Promise<void> =>
    terminal.quiet ? undefined : context.stderr.write(`${printableLine(text)}\n`);
  for (;;) {
    const changed = await watch.nextChange(signal);
    if (signal.aborted) return;
    await say(`Changed: ${changed.join(', ')}`);
    watch.startOver();
    try {
      const { routes } = await loadMock(invocation, listenerOf(watch), signal);
      await mock.replaceRoutes(routes);
      for (const warning of warningsOf(routes)) await terminal.warning(warning);
      await say(`Serving ${counted(routes.length, 'route')}`);
    } catch (error) {
      if (signal.aborted) return;
      await reportFailure(error, ['mock'], terminal, context);
      await say('The routes stay as they were');
    }
  }
}
