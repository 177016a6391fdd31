/** A definition of another tool that is about to become a request file. */
import { signal } from '@preact/signals';
import type { ImportedRequests } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { importDefinition, type ImportKind, type ImportSource } from '../api/convert.js';

export type { ImportKind } from '../api/convert.js';

export interface ImportDraft {
  /** Given here, or read from a place that the server reaches. */
  readonly way: 'text' | 'place';
  readonly text: string;
  /** That was dropped or chosen; wins over what is typed. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  readonly place: string;
  /** Empty to find out. */
  readonly kind: ImportKind | '';
  readonly baseUrl: string;
}

const NOTHING: ImportDraft = {
  way: 'text',
  text: '',
  file: undefined,
  place: '',
  kind: '',
  baseUrl: '',
};

export const KINDS: readonly ImportKind[] = ['openapi', 'collection', 'clientexport', 'curl'];

export const importDraft = signal<ImportDraft>(NOTHING);
export const imported = signal<ImportedRequests | undefined>(undefined);
/** Of what the present result is, which matters when it was found out by trying. */
export const importedKind = signal<ImportKind | ''>('');
export const importProblem = signal('');
export const isImporting = signal(false);

let running: AbortController | undefined;

/** Only the newest counts; of several kinds the first that fits. */
export async function convert(
  source: Omit<ImportSource, 'kind'>,
  kinds: readonly ImportKind[],
): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  isImporting.value = true;
  const outcome = await firstThatFits(source, kinds, controller.signal);
  if (running !== controller) return;
  running = undefined;
  isImporting.value = false;
  imported.value = outcome.result;
  importedKind.value = outcome.kind;
  importProblem.value = outcome.problem;
}

export function forgetResult(): void {
  running?.abort();
  running = undefined;
  isImporting.value = false;
  imported.value = undefined;
  importedKind.value = '';
  importProblem.value = '';
}

export function forgetImport(): void {
  forgetResult();
  importDraft.value = NOTHING;
}

interface Outcome {
  readonly result: ImportedRequests | undefined;
  readonly kind: ImportKind | '';
  readonly problem: string;
}

async function firstThatFits(
  source: Omit<ImportSource, 'kind'>,
  kinds: readonly ImportKind[],
  signal: AbortSignal,
): Promise<Outcome> {
  let problem = '';
  for (const kind of kinds) {
    try {
      return { result: await importDefinition({ ...source, kind }, signal), kind, problem: '' };
    } catch (error) {
      problem = problemText(error);
      if (kinds.length === 1 || !isOtherKind(error)) return { result: undefined, kind: '', problem };
    }
  }
  const none =
    'It is neither an OpenAPI document, nor a collection of format 2.1, a client export of format 4, or curl commands.';
  return { result: undefined, kind: '', problem: none };
}

/** `not an OpenAPI document: …` and its like. */
function isOtherKind(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && /^not an? /.test(error.message);
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 413) {
    return 'This is larger than 10 MiB, which is too much to send. Put the file into the workspace and give its path.';
  }
  const more: Partial<Record<number, string>> = {
    403: 'Private addresses are fetched only when the server was started with --allow-private-network.',
    404: 'Paths start at the root of the workspace.',
    502: 'Open the address in a browser to see whether it is there.',
  };
  const isAddress = error.message.startsWith('target is not');
  const hint = error.status === 403 && !isAddress ? undefined : more[error.status];
  return hint === undefined ? error.message : `${error.message}. ${hint}`;
}
