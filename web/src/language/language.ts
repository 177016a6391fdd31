/** Asks the worker; it is started with the first question. */
import type { Outline, Question, Reply } from './messages.js';

type Ask = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

const waiting = new Map<number, (reply: Reply) => void>();
let worker: Worker | undefined;
let lastId = 0;

export async function checkText(path: string, text: string): Promise<Outline> {
  const reply = await ask({ kind: 'check', path, text });
  return reply.kind === 'check' ? reply.outline : { requests: [], variables: [], diagnostics: [] };
}

/** The canonical text, or why there is none. */
export async function formatText(
  path: string,
  text: string,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  const reply = await ask({ kind: 'format', path, text });
  return reply.kind === 'format' ? reply : {};
}

function ask(question: Ask): Promise<Reply> {
  worker ??= startWorker();
  const id = ++lastId;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  worker.postMessage({ id, ...question });
  return new Promise((resolve) => {
    waiting.set(id, resolve);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('language-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  return started;
}
