/** Entry of the thread that owns the connection of a server, so that queries never block its event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { isHeavy, writtenInSteps } from '../evaluation/json-in-steps.js';
import { ownMemory } from '../primitives/threads/own-memory.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { Keeper, type KeeperSettings } from './keeper.js';
import type { RunRows } from './run-rows.js';
import type { SentQuestion, WorkerAnswer, WorkerQuestion } from './worker-messages.js';

const port = parentPort;
const say = (answer: WorkerAnswer): void => port?.postMessage(answer);
const keeper = new Keeper(workerData as KeeperSettings, (warning) => say({ warning }));

port?.on('message', (question: SentQuestion) => {
  void answer(received(question));
});

function received(question: SentQuestion): WorkerQuestion {
  if (typeof question === 'string') return JSON.parse(question) as WorkerQuestion;
  if (question instanceof Uint8Array) return parsed(question) as WorkerQuestion;
  return { id: question.id, name: 'add', args: [parsed(question.rows) as RunRows] };
}

function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Copying so many values would block whoever takes them in; bytes are handed over. */
const MOST_COPIED = 20_000;

async function write(id: number, result: unknown): Promise<void> {
  const { line } = await writtenInSteps(result);
  port?.postMessage({ id, line } satisfies WorkerAnswer, ownMemory(line));
}

async function answer({ id, name, args, isLong = false }: WorkerQuestion): Promise<void> {
  try {
    if (name === 'close') {
      await keeper.close();
      say({ id, result: undefined });
      port?.close();
    } else {
      const result = await keeper.perform(name, ...args);
      if (isLong && isHeavy(result, MOST_COPIED)) await write(id, result);
      else say({ id, result });
    }
  } catch (error) {
    if (error instanceof HistoryUnavailable) say({ id, unavailable: error.reason });
    else say({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}
