import { ServiceError } from '../../errors.js';
import { orderHandlers } from '../../operations/workers/order-handlers.js';
import { runWorker } from '../../operations/workers/run-worker.js';
import { ownProcess } from '../../primitives/own-process.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { RunOutcome } from '../../queue/worker-host.js';
import { openLog } from '../../server/log-writer.js';
import type { Invocation } from '../command/command.js';
import { logFaults, reportFault } from '../command/failure.js';
import { requiredQueue } from '../command/queue-from-flags.js';
import type { WORKER_FLAGS } from '../flags/worker-flags.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import { keepMemory } from '../process/keep-memory.js';

const CODE_OF_OUTCOME: Readonly<Record<RunOutcome, ExitCode>> = {
  ok: EXIT.ok,
  failed: EXIT.failed,
  refused: EXIT.ok,
  defect: EXIT.internal,
};

/** Standard output has one line, when orders can be taken; everything else is in the log. */
export async function startWorker(
  invocation: Invocation<typeof WORKER_FLAGS>,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { flags, context } = invocation;
  const { settings, warnings } = await requiredQueue(invocation, 'svc worker');
  keepMemory();
  const { log, flush } = openLog({
    level: flags.quiet ? 'error' : flags.verbose > 0 ? 'debug' : 'info',
    format: flags['log-format'] ?? 'text',
    write: (text) => context.stderr.write(text),
  });
  for (const warning of warnings) log('warn', warning);
  logFaults(async (message) => {
    log('error', message);
    await flush();
  });
  const onFault = (error: unknown): void => {
    if (error instanceof ServiceError) log('error', error.message);
    else void reportFault(error, context);
  };
  try {
    const outcome = await runWorker({
      settings,
      name: flags.name ?? defaultName(),
      threads: flags.threads,
      labels: flags.labels,
      handlers: orderHandlers({
        allowHosts: flags['allow-hosts'],
        environment: context.env,
        cpuTime: context.cpuTime,
        onFault,
      }),
      nodeVersion: context.system.runtimeVersion,
      once: flags.once,
      idleExitMs: flags['idle-exit'],
      log,
      onReady: ({ name, threads }) =>
        context.stdout.write(
          `Waiting on ${settings.address.shown} as ${name} (${formatCount(threads, 'thread')})\n`,
        ),
      onFault,
      signal,
    });
    return CODE_OF_OUTCOME[outcome];
  } finally {
    await flush();
  }
}

const MAX_NAME_LENGTH = 64;

/** Names of hosts may have characters that names of workers do not have. */
function defaultName(): string {
  const { id = 0, host = () => 'worker' } = ownProcess() ?? {};
  const suffix = `-${id}`;
  const name = host().replaceAll(/[^A-Za-z0-9_.-]/g, '-') || 'worker';
  return name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
}
