/** Imports definitions of other tools. */
import { signal } from '@preact/signals';
import { formatCount } from '../../../src/primitives/text/output-text.js';
import type { ImportedRequests } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { createFile } from '../api/files.js';
import { importDefinition, type ImportKind, type ImportSource } from '../api/import-export.js';
import { show } from './documents.js';
import { attempt, notify } from './notices.js';
import { loadWorkspace } from './workspace.js';

export type { ImportKind } from '../api/import-export.js';

export interface GivenFile {
  readonly name: string;
  readonly text: string;
}

export interface ImportDraft {
  /** The definition is given as text, or the server reads it from a path or address. */
  readonly way: 'text' | 'place';
  readonly text: string;
  /** Dropped or chosen files, which take precedence over the text. */
  readonly files: readonly GivenFile[];
  readonly place: string;
  /** Empty to detect the kind. */
  readonly kind: ImportKind | '';
  readonly baseUrl: string;
  /** Of a HAR document: also pages, scripts and images. */
  readonly isEveryEntry: boolean;
}

const EMPTY_DRAFT: ImportDraft = {
  way: 'text',
  text: '',
  files: [],
  place: '',
  kind: '',
  baseUrl: '',
  isEveryEntry: false,
};

export const KINDS: readonly ImportKind[] = [
  'openapi',
  'collection',
  'clientexport',
  'har',
  'curl',
  'bruno',
  'http',
];

/** One source, and what has become of it. */
export interface ImportResult {
  /** The name of the file, the path or the address; empty for pasted text. */
  readonly source: string;
  /** The kind, which may have been detected by trying; empty if none has matched. */
  readonly kind: ImportKind | '';
  readonly imported: ImportedRequests | undefined;
  readonly problem: string;
}

/** Something to convert, with the kinds to try in their order. */
export interface ImportTask extends Omit<ImportSource, 'kind'> {
  readonly source: string;
  readonly kinds: readonly ImportKind[];
  /** Why it is not sent at all; empty otherwise. */
  readonly problem: string;
}

export const importDraft = signal<ImportDraft>(EMPTY_DRAFT);
export const importResults = signal<readonly ImportResult[]>([]);
export const isImporting = signal(false);

let running: AbortController | undefined;

/** Imports each source with the first kind that matches. A newer call cancels this one. */
export async function convert(tasks: readonly ImportTask[]): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  isImporting.value = true;
  const results: ImportResult[] = [];
  for (const task of tasks) {
    results.push(...separateFiles(await importFirstMatch(task, controller.signal)));
    if (running !== controller) return;
  }
  running = undefined;
  isImporting.value = false;
  importResults.value = results;
}

export function clearResults(): void {
  running?.abort();
  running = undefined;
  isImporting.value = false;
  importResults.value = [];
}

export function clearImport(): void {
  clearResults();
  importDraft.value = EMPTY_DRAFT;
}

export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Creates the files and opens the first; an existing file is never replaced. Returns the paths that were not written. */
export async function saveImported(files: readonly NewFile[]): Promise<readonly string[]> {
  const made: string[] = [];
  const failed: string[] = [];
  for (const { path, content } of files) {
    const created = await attempt(() => createFile(path, content));
    if (created === undefined) failed.push(path);
    else made.push(created);
  }
  await loadWorkspace();
  const [first] = made;
  if (first !== undefined && failed.length === 0) {
    notify('done', `Saved ${formatCount(made.length, 'file')}.`);
    show(first);
  }
  return failed;
}

/** A directory becomes several files, of which the first has what was lost; other files are written by hand. */
function separateFiles(result: ImportResult): readonly ImportResult[] {
  const { imported } = result;
  if (imported?.files === undefined) return [result];
  const written = imported.files.filter(({ path }) => /\.(?:http|spec)$/i.test(path));
  const others = imported.files.filter((file) => !written.includes(file));
  const notes = others.map(({ path }) => `${path} is not written here; svc import writes it`);
  return written.map(({ path, content }, index) => ({
    ...result,
    source: path,
    imported: {
      ...imported,
      content,
      ...(index > 0
        ? { requestCount: 0, assertions: 0, captures: 0, losses: [], warnings: [] }
        : { warnings: [...imported.warnings, ...notes] }),
    },
  }));
}

async function importFirstMatch(task: ImportTask, signal: AbortSignal): Promise<ImportResult> {
  const { source, kinds } = task;
  const failed = (problem: string): ImportResult => ({ source, kind: '', imported: undefined, problem });
  if (task.problem !== '') return failed(task.problem);
  for (const kind of kinds) {
    try {
      const imported = await importDefinition({ ...task, kind }, signal);
      return { source, kind, imported, problem: '' };
    } catch (error) {
      if (kinds.length === 1 || !isOtherKind(error)) return failed(problemText(error));
    }
  }
  return failed(
    'It is none of these: an OpenAPI or Swagger document, a Postman or Bruno collection, an Insomnia export (v4 or v5), a HAR document, request files of another client, curl commands.',
  );
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
