import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectRuns } from '../../diff/collect-runs.js';
import type { DiffSide } from '../../diff/compare.js';
import {
  isLoadTestResult,
  readLoadTestResult,
  readStoredLoadTest,
  type LoadTestDocument,
} from '../../diff/load-test-document.js';
import { parseResultJson, readResultDocument, type ResultDocument } from '../../diff/result-file.js';
import { ServiceError } from '../../errors.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readLimited } from '../../workspace/paths/read-limited.js';
import { STDIN, STDIN_NAME } from '../command/request-paths.js';
import type { ProcessContext } from '../process/process-context.js';

/** More than any run writes, and near the maximum length of a string in V8. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const MAX_DOCUMENTS = 1000;

/** One side: runs, or a load test. */
export type ComparedSide =
  | { readonly kind: 'run'; readonly shown: string; readonly side: DiffSide }
  | { readonly kind: 'load test'; readonly shown: string; readonly test: LoadTestDocument };

/** Finds a load test of the history by its number, its label, `last` or `previous`. */
export type FindTest = (name: string) => Promise<unknown>;

const STORED = 'stress:';

/** Reads one document, or all of a directory, which are runs of the same tests, or a load test of the history. */
export async function readSide(path: string, context: ProcessContext, find: FindTest): Promise<ComparedSide> {
  if (path.startsWith(STORED)) {
    const test = readStoredLoadTest(await find(path.slice(STORED.length)));
    return { kind: 'load test', shown: path, test };
  }
  const shown = sideName(path);
  if (isDirectory(path, context)) {
    const documents: ResultDocument[] = [];
    for (const each of listDocuments(path, context)) {
      documents.push(readResultDocument(await readDocument(each, context), sideName(each)));
    }
    return { kind: 'run', shown, side: { documents, tests: collectRuns(documents) } };
  }
  const document = await readDocument(path, context);
  if (isLoadTestResult(document)) {
    return { kind: 'load test', shown, test: readLoadTestResult(document, shown) };
  }
  const documents = [readResultDocument(document, shown)];
  return { kind: 'run', shown, side: { documents, tests: collectRuns(documents) } };
}

export function sideName(path: string): string {
  return path === STDIN ? STDIN_NAME : path;
}

/** A path that cannot be looked at is reported when it is read. */
function isDirectory(path: string, { cwd }: ProcessContext): boolean {
  if (path === STDIN) return false;
  try {
    return statSync(resolve(cwd, path)).isDirectory();
  } catch {
    return false;
  }
}

function listDocuments(path: string, { cwd }: ProcessContext): readonly string[] {
  const names = readNames(path, resolve(cwd, path)).filter((name) => /\.json$/i.test(name));
  if (names.length === 0) {
    throw new ServiceError('input', `${path} has no results document`, {
      hint: 'put the .json files of the runs into it',
    });
  }
  if (names.length > MAX_DOCUMENTS) {
    throw new ServiceError('input', `${path} has more than ${MAX_DOCUMENTS} .json files`);
  }
  return names.sort().map((name) => join(path, name).replaceAll('\\', '/'));
}

function readNames(path: string, absolute: string): string[] {
  try {
    return readdirSync(absolute);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readDocument(path: string, context: ProcessContext): Promise<unknown> {
  const source = await readSource(path, context);
  const shown = sideName(path);
  if (source.length > MAX_DOCUMENT_BYTES) throw new ServiceError('input', `${shown} is larger than 256 MiB`);
  return parseResultJson(source, shown);
}

async function readSource(path: string, context: ProcessContext): Promise<Uint8Array> {
  if (path === STDIN) return context.readStdin(MAX_DOCUMENT_BYTES + 1);
  try {
    return await readLimited(resolve(context.cwd, path), MAX_DOCUMENT_BYTES);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ServiceError {
  return new ServiceError('input', `could not read ${path}: ${diskReason(error)}`, { cause: error });
}
