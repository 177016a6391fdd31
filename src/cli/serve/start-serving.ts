import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { openServedPorts } from '../../http/serving/served-ports.js';
import type { ChosenQueue } from '../../operations/settings/queue-settings.js';
import type { ServiceOptions, TracingOptions } from '../../operations/settings/service-options.js';
import type { RunningServer } from '../../server/start-server.js';
import { findConfig } from '../../workspace/config/config-search.js';
import { workspaceRoot } from '../../workspace/paths/workspace-root.js';
import { logFaults } from '../command/failure.js';
import { queueRequest } from '../command/queue-from-flags.js';
import { DEFAULT_HOST } from '../flags/listening-flags.js';
import { DEFAULT_PORT } from '../flags/serve-flags.js';
import { formatTokenNotice, takeToken, type ServeInvocation } from './api-token.js';

export interface Serving extends RunningServer {
  /** A message for the terminal of the operator only; empty when there is none. */
  readonly notice: string;
}

/** Starts the server; a failure before the socket is bound leaves nothing behind. */
export async function startServing(invocation: ServeInvocation): Promise<Serving> {
  const { flags, context } = invocation;
  const token = await takeToken(invocation);
  const workspace = await findWorkspace(invocation);
  const queue = await chosenQueue(invocation);
  const tracing = await chosenTracing(invocation);
  const { openLog } = await import('../../server/log-writer.js');
  const { createService } = await import('../../operations/servers/service.js');
  const { log, flush } = openLog({
    level: logLevel(invocation),
    format: flags['log-format'] ?? 'text',
    write: (text) => context.stderr.write(text),
  });
  if (flags['log-format'] === 'json') {
    logFaults(async (message) => {
      log('error', message);
      await flush();
    });
  }
  const host = (flags.host ?? DEFAULT_HOST).replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const queueWarnings = queue?.warnings ?? [];
  for (const warning of [...warnings(host, token?.text), ...queueWarnings]) log('warn', warning);
  const options = serviceOptions(invocation, { ...workspace, host, log, tracing });
  const service = await createService(
    queue === undefined ? options : { ...options, queue: servedQueue(invocation, queue) },
  );
  const { port = DEFAULT_PORT, cors } = flags;
  const choices = { readOnly: flags['read-only'], apiOnly: flags['api-only'] };
  try {
    // Loaded while the history is being opened by its thread.
    const { startServer } = await import('../../server/start-server.js');
    const server = await startServer(service, { host, port, token: token?.text, cors, ...choices });
    const close = async (): Promise<void> => {
      await server.close();
      await flush();
    };
    const notice = token?.isNew ? formatTokenNotice(server.url, token, choices.apiOnly) : '';
    return { url: server.url, close, notice };
  } catch (error) {
    await service.close();
    await flush();
    throw error;
  }
}

/** Checks the directory and the config before anything starts. */
async function findWorkspace({
  positionals: [dir = '.'],
  flags: { config: named },
  context: { cwd },
}: ServeInvocation): Promise<Pick<ServiceOptions, 'root' | 'config'>> {
  const root = await workspaceRoot(resolve(cwd, dir), dir);
  if (named === undefined) return { root, config: undefined };
  const found = await findConfig({ named, cwd }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.kind, error.message, {
      hint: 'give --config (SVC_CONFIG) a file that exists',
    });
  });
  return { root, config: found?.absolute };
}

function logLevel({ flags }: ServeInvocation): NonNullable<ServeInvocation['flags']['log-level']> {
  if (flags['log-level'] !== undefined) return flags['log-level'];
  return flags.quiet ? 'error' : flags.verbose > 0 ? 'debug' : 'info';
}

/** Only the operator chooses it: a cloned workspace must not decide who gets to know of load tests. */
async function chosenQueue(invocation: ServeInvocation): Promise<ChosenQueue | undefined> {
  const request = queueRequest(invocation);
  if (request.url === undefined) return undefined;
  const { chooseQueue } = await import('../../operations/settings/queue-settings.js');
  return chooseQueue(request);
}

/** Only the operator names a collector, for the same reason; the header may be chosen by the config too. */
async function chosenTracing({ flags, sources, context }: ServeInvocation): Promise<TracingOptions> {
  const { otlp, traceparent } = flags;
  if (otlp === undefined) return { traceparent };
  const { readOtlpTarget } = await import('../../operations/settings/otlp-target.js');
  const by = sources.get('otlp') === 'flag' ? 'flag' : 'variable';
  return { traceparent: true, otlp: readOtlpTarget({ text: otlp, by }, context.env) };
}

function servedQueue(
  { flags }: ServeInvocation,
  { settings }: ChosenQueue,
): NonNullable<ServiceOptions['queue']> {
  return { settings, waitMs: flags['worker-wait'] ?? DEFAULT_WORKER_WAIT_MS };
}

const DEFAULT_WORKER_WAIT_MS = 5000;
const SHORT_TOKEN = 16;

function warnings(host: string, token: string | undefined): readonly string[] {
  if (token === undefined) {
    const isLocal = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
    const open = `everyone who can reach ${host} can execute requests; set SVC_API_TOKEN, or leave --host out`;
    return isLocal ? [] : [open];
  }
  return token.length < SHORT_TOKEN ? [`the API token is shorter than ${SHORT_TOKEN} characters`] : [];
}

function serviceOptions(
  { flags, context }: ServeInvocation,
  found: Pick<ServiceOptions, 'root' | 'config' | 'host' | 'log'> & { readonly tracing: TracingOptions },
): ServiceOptions {
  const path = flags['history-db'];
  const off = flags['no-history'];
  return {
    ...found,
    environment: flags.env,
    watch: flags.watch,
    history: {
      enabled: off === undefined ? undefined : !off,
      path: path === undefined ? undefined : resolve(context.cwd, path),
      shown: path,
    },
    allowShell: flags['allow-shell'],
    allowDb: flags['allow-db'],
    allowSecretCommands: flags['allow-secret-commands'],
    clientEnv: { named: flags['client-env'], namedFrom: context.cwd, isOff: flags['no-client-env'] },
    allowPrivateNetwork: flags['allow-private-network'],
    ports: openServedPorts({
      env: context.env,
      self: context.identity,
      onWarning: (message) => found.log('warn', message),
    }),
    process: { ...context.env },
    cpuTime: context.cpuTime,
    system: context.system,
  };
}
