/** Calls the language worker, which is started by the first call. */
import type { AddedLine, LineAddition } from '../../../src/request-file/add-line.js';
import type { Outline, LanguageRequest, LanguageResponse } from './messages.js';

type RequestWithoutId = LanguageRequest extends infer Each
  ? Each extends LanguageRequest
    ? Omit<Each, 'id'>
    : never
  : never;

const pending = new Map<number, (response: LanguageResponse) => void>();
let worker: Worker | undefined;
let lastId = 0;

export async function checkText(path: string, text: string): Promise<Outline> {
  const response = await callWorker({ kind: 'check', path, text });
  return response.kind === 'check' ? response.outline : { requests: [], variables: [], diagnostics: [] };
}

/** The canonical text, or the reason why there is none. */
export async function formatText(
  path: string,
  text: string,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  const response = await callWorker({ kind: 'format', path, text });
  return response.kind === 'format' ? response : {};
}

/** The text with one more assertion or capture. */
export async function addLineTo(path: string, text: string, addition: LineAddition): Promise<AddedLine> {
  const response = await callWorker({ kind: 'add', path, text, addition });
  return response.kind === 'add' ? response.added : { ok: false, problem: 'The line cannot be added.' };
}

function callWorker(request: RequestWithoutId): Promise<LanguageResponse> {
  worker ??= startWorker();
  const id = ++lastId;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  worker.postMessage({ id, ...request });
  return new Promise((resolve) => {
    pending.set(id, resolve);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('language-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<LanguageResponse>) => {
    pending.get(data.id)?.(data);
    pending.delete(data.id);
  });
  return started;
}
