/** Imports a definition of another tool. */
import { signal } from '@preact/signals';
import type { ImportedRequests } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { importDefinition, type ImportKind, type ImportSource } from '../api/import-export.js';

export type { ImportKind } from '../api/import-export.js';

export interface ImportDraft {
  /** The definition is given as text, or the server reads it from a path or address. */
  readonly way: 'text' | 'place';
  readonly text: string;
  /** A dropped or chosen file, which takes precedence over the text. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
  readonly place: string;
  /** Empty to detect the kind. */
  readonly kind: ImportKind | '';
  readonly baseUrl: string;
}

const EMPTY_DRAFT: ImportDraft = {
  way: 'text',
  text: '',
  file: undefined,
  place: '',
  kind: '',
  baseUrl: '',
};

export const KINDS: readonly ImportKind[] = ['openapi', 'collection', 'clientexport', 'curl'];

export const importDraft = signal<ImportDraft>(EMPTY_DRAFT);
export const imported = signal<ImportedRequests | undefined>(undefined);
/** The kind of the current result, which may have been detected by trying. */
export const importedKind = signal<ImportKind | ''>('');
export const importProblem = signal('');
export const isImporting = signal(false);

let running: AbortController | undefined;

/** Imports with the first kind that matches. A newer call cancels this one. */
export async function convert(
  source: Omit<ImportSource, 'kind'>,
  kinds: readonly ImportKind[],
): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  isImporting.value = true;
  const outcome = await importFirstMatch(source, kinds, controller.signal);
  if (running !== controller) return;
  running = undefined;
  isImporting.value = false;
  imported.value = outcome.result;
  importedKind.value = outcome.kind;
  importProblem.value = outcome.problem;
}

export function clearResult(): void {
  running?.abort();
  running = undefined;
  isImporting.value = false;
  imported.value = undefined;
  importedKind.value = '';
  importProblem.value = '';
}

export function clearImport(): void {
  clearResult();
  importDraft.value = EMPTY_DRAFT;
}

interface Outcome {
  readonly result: ImportedRequests | undefined;
  readonly kind: ImportKind | '';
  readonly problem: string;
}

async function importFirstMatch(
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
    'It is none of these: an OpenAPI or Swagger document, a Postman collection (v2.1), an Insomnia export (v4 or v5), curl commands.';
  return { result: undefined, kind: '', problem: none };
}

/** Whether the error says that the definition is of another kind, such as `not an OpenAPI document: …`. */
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
