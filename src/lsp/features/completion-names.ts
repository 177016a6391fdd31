/** The names and paths that completions offer beside the words of the language. */
import { givenNames } from '../../request-file/model/all-checks.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { elementPlaceholders } from '../../authoring/complete/element-names.js';
import type { CompletionItem, CompletionNames, PathQuery } from '../../authoring/complete/completion-item.js';
import { folderToList, pathItems } from '../../authoring/complete/complete-path.js';
import type { OpenFolder } from '../documents/folders.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import { resolvePath } from '../protocol/paths.js';

/** A longer path is none that a person has written. */
const MAX_PATH_CHARACTERS = 1000;

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
  const other = /([^\s,]+)#[\w.-]*$/.exec(before.slice(-MAX_PATH_CHARACTERS))?.[1];
  const request = file.requests.findLast((each) => each.line <= line);
  const data = request?.metadata.data;
  const columns = data === undefined ? [] : await columnsOf(folder, path, data);
  const named = other === undefined ? [] : ((await requestNamesIn(folder, path, other)) ?? []);
  return {
    requests: [...requestsOf(file), ...requestsElsewhere(folder, path)],
    variables: [...new Set(file.variables.map(({ name }) => name))],
    environment: [
      ...new Set([
        ...Object.keys(values?.variables ?? {}),
        ...(values?.commandSecrets ?? []),
        ...(values?.dotenvNames ?? []),
      ]),
    ],
    columns,
    elements: request === undefined ? [] : elementPlaceholders(request),
    requestsOf: (written) => (written === other ? named : []),
  };
}

function requestsOf({ requests }: RequestFile): CompletionNames['requests'] {
  return requests
    .filter(({ name }) => name !== '')
    .map((request) => ({ name: request.name, captures: [...new Set(givenNames(request))] }));
}

/** The requests of other files that this one depends on, whose captures count here. */
function requestsElsewhere(folder: OpenFolder | undefined, path: string): CompletionNames['requests'] {
  const index = folder?.host.index;
  const others = index?.namesOf(path)?.others ?? [];
  const distinct = new Map(others.map((other) => [`${other.path}#${other.name}`, other]));
  return [...distinct.values()].flatMap((other) => {
    const found = index?.namesOf(other.path)?.requests.find(({ name }) => name === other.name);
    const captures = new Set((found?.given ?? []).map(({ name }) => name));
    return found === undefined ? [] : [{ name: found.name, captures: [...captures] }];
  });
}

async function columnsOf(
  folder: OpenFolder | undefined,
  path: string,
  data: string,
): Promise<readonly string[]> {
  const target = data.includes('{{') ? undefined : resolvePath(path, data);
  return (target === undefined ? undefined : await folder?.host.columnsOf(target)) ?? [];
}

/** Undefined if there is no such file. */
export async function requestNamesIn(
  folder: OpenFolder | undefined,
  path: string,
  written: string,
): Promise<readonly string[] | undefined> {
  const target = resolvePath(path, written);
  const text = target === undefined ? undefined : await folder?.host.readText(target);
  if (text === undefined) return undefined;
  return parseText(text, written).requests.flatMap(({ name }) => (name === '' ? [] : [name]));
}

/** What is in the folder that the written path leads to. */
export async function pathCompletions(
  query: PathQuery,
  { place: { folder, path } }: AnalysedDocument,
): Promise<readonly CompletionItem[]> {
  const target = resolvePath(path, folderToList(query));
  if (folder === undefined || target === undefined) return [];
  const names = await folder.host.list(target);
  const own = target === '' ? path : path.slice(target.length + 1);
  return pathItems(
    query,
    names.filter((name) => name !== own || !path.startsWith(target)),
  );
}
