/** Converts one request of a Bruno collection. */
import type { Auth, VariableSet } from '../../request-file/model/model.js';
import { readPath, titleOf, withContentType } from '../client-entries.js';
import type { Loss } from '../converted.js';
import { withQuery } from '../encoded-pairs.js';
import { looseText, toUsableUrl } from '../foreign-template.js';
import type { ImportedRequestDraft, PairDraft } from '../import-draft.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { SharedLosses } from '../shared-losses.js';
import { changedBody, changedHeaders, changedTimeout, type ScriptParts } from '../translated-scripts.js';
import { convertAuth } from './bruno-auth.js';
import { convertBody } from './bruno-body.js';
import {
  lossAt,
  type BrunoAuth,
  type BrunoEntry,
  type BrunoRequest,
  type BrunoShared,
} from './bruno-item.js';
import { BrunoTemplates } from './bruno-template.js';

/** A request with everything around it. */
export interface PlacedRequest {
  readonly request: BrunoRequest;
  /** The names of its folders, outermost first. */
  readonly folders: readonly string[];
  /** The collection, the folders and the request itself. */
  readonly levels: readonly BrunoShared[];
  readonly parts: ScriptParts;
  /** How many of the sets come from scripts of the outermost level. */
  readonly outerSets: number;
}

export interface RequestContext {
  readonly variables: ImportedVariables;
  /** The names that scripts set, as they can be written. */
  readonly set: ReadonlySet<string>;
  readonly shared: SharedLosses;
  /** The variables of the request, also those that scripts set, which are not constants of the file. */
  readonly sets: readonly VariableSet[];
}

export function convertBrunoRequest(placed: PlacedRequest, context: RequestContext): ImportedRequestDraft {
  const { request, folders, levels, parts } = placed;
  const { file, method, name } = request;
  const losses: Loss[] = [...request.losses];
  const lose = (reason: string): void => void losses.push(lossAt({ file, line: 0 }, reason));
  const templates = new BrunoTemplates(context.set);
  const { read } = templates;
  const { body, contentType } = convertBody(request.body, method, read, lose);
  const auth = convertNearest(levels, read, context.shared);
  const headers = withContentType(readHeaders(levels, read), contentType);
  const address = readAddress(request, templates, context.variables);
  const timeout = changedTimeout(parts.changes) ?? (request.timeout > 0 ? request.timeout : undefined);
  const sent = changedBody(body, parts.changes);
  const { sets } = context;
  for (const dynamic of templates.lost) lose(`{{${dynamic}}} has no counterpart`);
  return {
    place: file,
    title: titleOf(folders, name, method),
    name,
    description: firstLine(request.docs),
    tags: request.tags,
    method,
    ...address,
    headers: changedHeaders(headers, parts.changes),
    ...(sent !== undefined && { body: sent }),
    directives: {
      ...(sets.length > 0 && { set: sets }),
      ...(auth !== undefined && { auth }),
      ...(!request.followRedirects && { noRedirect: true }),
      ...(timeout !== undefined && { timeout }),
    },
    assertions: parts.assertions,
    captures: parts.captures,
    saved: parts.schemas,
    losses,
  };
}

/** A request without authentication of its own takes that of the nearest folder that has one. */
function convertNearest(
  levels: readonly BrunoShared[],
  read: (text: string) => string,
  shared: SharedLosses,
): Auth | undefined {
  const nearest: BrunoAuth | undefined = levels.findLast(({ auth }) => auth !== undefined)?.auth;
  if (nearest === undefined) return undefined;
  return convertAuth(nearest, read, (reason) => shared.add(lossAt(nearest, reason)));
}

/** Headers of an inner level replace those of the same name. */
function readHeaders(levels: readonly BrunoShared[], read: (text: string) => string): PairDraft[] {
  const enabled = levels.map(({ headers }) => headers.filter(({ enabled: on, name }) => on && name !== ''));
  return enabled.flatMap((level, i) => {
    const inner = new Set(enabled.slice(i + 1).flatMap((each) => each.map(({ name }) => name.toLowerCase())));
    return level
      .filter(({ name }) => !inner.has(name.toLowerCase()))
      .map(({ name, value }) => ({ key: name, value: read(value) }));
  });
}

function readAddress(
  request: BrunoRequest,
  { read }: BrunoTemplates,
  variables: ImportedVariables,
): Pick<ImportedRequestDraft, 'url' | 'query'> {
  const [, start = '', written = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(request.url) ?? [];
  const values = new Map(request.path.map(({ name, value }) => [name, value]));
  const isTemplate = (value: string): boolean => value.includes('{{');
  const owner = request.name || 'request';
  const path = readPath(start, (text) => read(looseText(text)), { values, isTemplate, variables, owner });
  const usable = (url: string): string => toUsableUrl(url, (name) => variables.valueOf(name));
  const pairs = request.query?.filter(({ enabled, name }) => enabled && name !== '').map(pairOf(read));
  if (pairs === undefined) return { url: usable(path + read(written) + read(fragment)) };
  // What is encoded already would be encoded twice on a line of its own.
  const isEncoded = pairs.some(
    ({ key, value }) => /%[0-9a-f]{2}|\{\{/i.test(key) || /%[0-9a-f]{2}/i.test(value),
  );
  if (!isEncoded) return { url: usable(path + read(fragment)), query: pairs };
  const query = pairs.map(({ key, value }) => `${key}=${value}`).join('&');
  return { url: usable(withQuery(path + read(fragment), query)) };
}

function pairOf(read: (text: string) => string): (entry: BrunoEntry) => PairDraft {
  return ({ name, value }) => ({ key: name, value: read(value) });
}

function firstLine(docs: string): string {
  const line = docs.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.replace(/^\s*#+\s*/, '').trim();
}
