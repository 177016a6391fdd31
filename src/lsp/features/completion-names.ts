/** The names and paths that completions offer beside the words of the language. */
import { givenNames } from '../../request-file/model/all-checks.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import type { CompletionItem, CompletionNames, PathQuery } from '../../authoring/complete/completion-item.js';
import type { OpenFolder } from '../documents/folders.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import { resolvePath } from '../protocol/paths.js';

interface Cursor {
  readonly before: string;
  readonly line: number;
}

export async function completionNames(
  { analysed, place }: AnalysedDocument,
  { before, line }: Cursor,
  session: Session,
): Promise<CompletionNames> {
  const { file, path } = analysed;
  const { folder } = place;
  const values = await folder?.host.values(session.environment);
  const other = /([^\s,]+)#[\w.-]*$/.exec(before)?.[1];
  const data = file.requests.findLast((request) => request.line <= line)?.metadata.data;
  const columns = data === undefined ? [] : await columnsOf(folder, path, data);
  const named = other === undefined ? [] : await requestsIn(folder, path, other);
  return {
    requests: requestsOf(file),
    variables: [...new Set(file.variables.map(({ name }) => name))],
    environment: [...Object.keys(values?.variables ?? {}), ...(values?.dotenvNames ?? [])],
    columns,
    requestsOf: (written) => (written === other ? named : []),
  };
}

function requestsOf({ requests }: RequestFile): CompletionNames['requests'] {
  return requests
    .filter(({ name }) => name !== '')
    .map((request) => ({ name: request.name, captures: [...new Set(givenNames(request))] }));
}

async function columnsOf(
  folder: OpenFolder | undefined,
  path: string,
  data: string,
): Promise<readonly string[]> {
  const target = data.includes('{{') ? undefined : resolvePath(path, data);
  return (target === undefined ? undefined : await folder?.host.columnsOf(target)) ?? [];
}

async function requestsIn(
  folder: OpenFolder | undefined,
  path: string,
  written: string,
): Promise<readonly string[]> {
  const target = resolvePath(path, written);
  const text = target === undefined ? undefined : await folder?.host.readText(target);
  if (text === undefined) return [];
  return parseText(text, written).requests.flatMap(({ name }) => (name === '' ? [] : [name]));
}

/** What is in the folder that the written path leads to. */
export async function pathCompletions(
  { written, purpose }: PathQuery,
  { place: { folder, path } }: AnalysedDocument,
): Promise<readonly CompletionItem[]> {
  if (folder === undefined) return [];
  const start = written.slice(0, written.lastIndexOf('/') + 1);
  const target = resolvePath(path, start === '' ? './' : start);
  if (target === undefined) return [];
  const names = await folder.host.list(target, purpose);
  return names
    .filter((name) => (target === '' ? name : `${target}/${name}`) !== path)
    .map((name) => ({ label: start + name, kind: 'file', rank: name.endsWith('/') ? 1 : 0 }));
}
