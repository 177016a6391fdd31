/** Entry of the thread that runs large files for a server: whatever goes through them blocks nobody else. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import { WrittenJson, writtenInSteps } from '../evaluation/json-in-steps.js';
import type { EventBus } from '../events/bus.js';
import type { EventPayloads } from '../events/event.js';
import type { RecentResult } from '../history/recent.js';
import { ownMemory } from '../primitives/threads/own-memory.js';
import { createTextChecks, type TextChecks } from './check-text.js';
import { createConfiguration } from './configuration.js';
import type { FromThread, ThreadSetup, ToThread } from './execution-messages.js';
import { createExecutions, type Executions } from './executions.js';
import type { Log } from './log.js';
import { sentFailure } from './thread-failure.js';
import { createContracts, type Contracts } from './verify-contracts.js';
import { createWorkspaceFiles } from './workspace-files.js';

type Task = Exclude<ToThread, { readonly abort: unknown } | { readonly stored: unknown }>;

interface Parts {
  readonly executions: Executions;
  readonly contracts: Contracts;
  readonly checks: TextChecks;
}

const setup = workerData as ThreadSetup;
const running = new Map<string, AbortController>();
const storing = new Map<number, (runId: number) => void>();
let parts: Promise<Parts> | undefined;
let progress: EventPayloads['request_progress'][] = [];
let lastNumber = 0;

parentPort?.on('message', (message: ToThread) => {
  if ('execute' in message || 'verify' in message || 'check' in message) void perform(message);
  else if ('abort' in message) running.get(message.id)?.abort(new ServiceError('cancelled', message.abort));
  else storing.get(message.stored)?.(message.runId);
});

async function perform(task: Task): Promise<void> {
  const { id } = task;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const result = await resultOf(task, controller.signal);
    const { line } = result instanceof WrittenJson ? result : await writtenInSteps(result);
    tellProgress();
    say({ id, line }, ownMemory(line));
  } catch (error) {
    tellProgress();
    say({ id, thrown: sentFailure(error) });
  } finally {
    running.delete(id);
  }
}

async function resultOf(task: Task, signal: AbortSignal): Promise<unknown> {
  parts ??= start();
  const { executions, contracts, checks } = await parts;
  if ('check' in task) return checks.check(task.file, task.check);
  if ('verify' in task) return contracts.verify(task.verify, signal);
  return executions.execute(task.execute, signal, task.id);
}

async function start(): Promise<Parts> {
  const { root } = setup;
  const log: Log = (level, message, fields = {}) => say({ level, message, fields });
  // Whoever started this thread has told what is wrong with the config.
  const configuration = createConfiguration({ ...setup, log: ignore });
  const files = await createWorkspaceFiles({
    options: { root, watch: false, log },
    configuration,
    activeEnvironment,
    onChange: ignore,
  });
  const environments = { active: activeEnvironment };
  const options = { ...setup, log };
  const joined = { options, files, configuration, environments };
  return {
    executions: await createExecutions({ ...joined, history: { isPersistent: true, add: store }, events }),
    contracts: createContracts(joined),
    checks: createTextChecks(joined),
  };
}

function ignore(): void {}

/** Each request names its environment. */
function activeEnvironment(): string {
  return '';
}

/** Start and end are told by whoever handed the execution over. */
const events: EventBus = {
  isHeard: true,
  emit: (type, payload) => {
    if (type !== 'request_progress') return;
    if (progress.length === 0) setImmediate(tellProgress);
    progress.push(payload as EventPayloads['request_progress']);
  },
  subscribe: () => ignore,
};

/** Together: many come in one turn, and each message has its price. */
function tellProgress(): void {
  if (progress.length > 0) say({ progress });
  progress = [];
}

async function store(rows: Uint8Array | undefined, recent: readonly RecentResult[]): Promise<number> {
  lastNumber += 1;
  const number = lastNumber;
  const stored = new Promise<number>((resolve) => storing.set(number, resolve));
  say({ store: number, rows, recent }, rows && ownMemory(rows));
  return stored.finally(() => storing.delete(number));
}

function say(message: FromThread, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}
