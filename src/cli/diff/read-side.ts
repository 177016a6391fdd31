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
import {
  isDirectory,
  listDocuments,
  MAX_DOCUMENT_BYTES,
  readDocumentFile,
} from '../command/result-documents.js';
import { STDIN, STDIN_NAME } from '../command/request-paths.js';
import type { ProcessContext } from '../process/process-context.js';

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
  if (path !== STDIN && isDirectory(path, context)) {
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

async function readDocument(path: string, context: ProcessContext): Promise<unknown> {
  const source =
    path === STDIN
      ? await context.readStdin(MAX_DOCUMENT_BYTES + 1)
      : await readDocumentFile(path, context, MAX_DOCUMENT_BYTES);
  const shown = sideName(path);
  if (source.length > MAX_DOCUMENT_BYTES) throw new ServiceError('input', `${shown} is larger than 256 MiB`);
  return parseResultJson(source, shown);
}
