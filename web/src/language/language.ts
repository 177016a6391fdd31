/** Calls the language worker, which is started by the first call. */
import type { Fix } from '../../../src/authoring/fixes/fixes.js';
import type { AddedLine, LineAddition } from '../../../src/request-file/add-line.js';
import type {
  AddedAssertions,
  Finding,
  LanguageRequest,
  LanguageResponse,
  NamedAssertion,
  Outline,
  RenameResult,
  RenameStart,
  TextPlace,
  TextSpan,
} from './messages.js';

type RequestWithoutId = LanguageRequest extends infer Each
  ? Each extends LanguageRequest
    ? Omit<Each, 'id'>
    : never
  : never;

interface PendingCall {
  readonly request: LanguageRequest;
  readonly resolve: (response: LanguageResponse) => void;
}

/** In the order of the calls. */
const pending = new Map<number, PendingCall>();
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;
let worker: Worker | undefined;
let waitMs = FIRST_WAIT_MS;
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

/** What can be changed so that a finding is gone. */
export async function fixesOf(path: string, text: string, finding: Finding): Promise<readonly Fix[]> {
  const response = await callWorker({ kind: 'fix', path, text, finding });
  return response.kind === 'fix' ? response.fixes : [];
}

/** The text with one more assertion or capture. */
export async function addLineTo(path: string, text: string, addition: LineAddition): Promise<AddedLine> {
  const response = await callWorker({ kind: 'add', path, text, addition });
  return response.kind === 'add' ? response.added : { ok: false, problem: 'The line cannot be added.' };
}

/** The text with more assertions. */
export async function addAssertionsTo(
  path: string,
  text: string,
  assertions: readonly NamedAssertion[],
): Promise<AddedAssertions> {
  const response = await callWorker({ kind: 'addAssertions', path, text, assertions });
  return response.kind === 'addAssertions'
    ? response.added
    : { ok: false, problem: 'The assertions cannot be added.' };
}

/** Where a name is defined in its own text. */
export async function definitionIn(
  path: string,
  text: string,
  place: TextPlace,
): Promise<TextSpan | undefined> {
  const response = await callWorker({ kind: 'define', path, text, place });
  return response.kind === 'define' ? response.span : undefined;
}

export async function startRenameIn(path: string, text: string, place: TextPlace): Promise<RenameStart> {
  const response = await callWorker({ kind: 'startRename', path, text, place });
  return response.kind === 'startRename' ? response.start : {};
}

/** Changes a name wherever it is used in its own text. */
export async function renameIn(
  path: string,
  text: string,
  place: TextPlace,
  newName: string,
): Promise<RenameResult> {
  const response = await callWorker({ kind: 'rename', path, text, place, newName });
  return response.kind === 'rename' ? response.renamed : { edits: [] };
}

function callWorker(call: RequestWithoutId): Promise<LanguageResponse> {
  worker ??= startWorker();
  const request = { id: ++lastId, ...call };
  post(worker, request);
  return new Promise((resolve) => {
    pending.set(request.id, { request, resolve });
  });
}

function post(to: Worker, request: LanguageRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  to.postMessage(request);
}

function startWorker(): Worker {
  const started = new Worker(new URL('language-worker.ts', import.meta.url), { type: 'module' });
  let hasResponded = false;
  started.addEventListener('message', ({ data }: MessageEvent<LanguageResponse>) => {
    hasResponded = true;
    waitMs = FIRST_WAIT_MS;
    pending.get(data.id)?.resolve(data);
    pending.delete(data.id);
  });
  started.addEventListener('error', () => {
    // One that has never responded could not be loaded, because the server was away.
    if (hasResponded) return;
    started.terminate();
    setTimeout(() => {
      worker = startWorker();
      for (const { request } of pending.values()) post(worker, request);
    }, waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  });
  return started;
}
