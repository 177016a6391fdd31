/** One request of a collection. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Assertion } from '../../request-file/model/model.js';
import { statusEquals } from '../imported-assertions.js';
import type { Pair, RequestDraft } from '../draft.js';
import type { FileVariables } from '../file-variables.js';
import { looseText } from '../foreign-template.js';
import type { SharedLosses } from '../shared-losses.js';
import { readAuth } from './collection-auth.js';
import { readBody } from './collection-body.js';
import type { Inherited } from './collection-item.js';
import { readUrl } from './collection-url.js';
import { TemplateReader } from './template.js';

export interface CollectionContext {
  readonly variables: FileVariables;
  /** Losses of folders and the collection, which are told once. */
  readonly shared: SharedLosses;
}

/** `inherited` holds what the item itself says, too. */
export function collectionRequest(
  item: Mapping,
  place: string,
  inherited: Inherited,
  own: SharedLosses,
  { variables, shared }: CollectionContext,
): RequestDraft {
  const written = item['request'];
  const request = mapping(written) ?? { url: written };
  const name = looseText(item['name']).trim() || looseText(request['name']).trim();
  const templates = new TemplateReader(variables);
  const lose = (below: string, reason: string): void => {
    own.lose(place + below, reason);
  };
  const method = looseText(request['method']).trim().toUpperCase() || 'GET';
  const url = readUrl(request['url'], templates, name || 'request');
  const headers = readHeaders(request['header'], templates);
  const { body, contentType } = readBody(request['body'], templates, (below, reason) =>
    lose(`/request/body${below}`, reason),
  );
  if (contentType !== undefined && !headers.some(({ key }) => key.toLowerCase() === 'content-type'))
    headers.push({ key: 'Content-Type', value: contentType });
  const ownAuth = mapping(request['auth']);
  const auth = readAuth(ownAuth ?? inherited.auth, templates, (reason) => {
    if (ownAuth === undefined) shared.lose(`${inherited.authPlace}/auth`, reason);
    else lose('/request/auth', reason);
  });
  for (const field of ['proxy', 'certificate'])
    if (mapping(request[field]) !== undefined) lose(`/request/${field}`, `a ${field} has no counterpart`);
  for (const dynamic of templates.lost) lose('/request', `{{${dynamic}}} has no counterpart`);
  return {
    place,
    title: [
      ...(inherited.folders.length > 0 ? [inherited.folders.join('/')] : []),
      name || `${method} request`,
    ].join(' - '),
    name,
    description: description(request['description'] ?? item['description']),
    method,
    url,
    headers,
    ...(body && { body }),
    directives: { ...inherited.directives, ...(auth && { auth }) },
    assertions: assertionsOf(item, inherited),
    ...(inherited.captures.length > 0 && { captures: inherited.captures }),
    losses: own.all,
  };
}

/** A list, or lines of text. */
function readHeaders(value: unknown, templates: TemplateReader): Pair[] {
  if (typeof value === 'string') {
    return value.split(/\r\n|\r|\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) return [];
      return { key: line.slice(0, colon).trim(), value: templates.read(line.slice(colon + 1).trim()) };
    });
  }
  return list(value).flatMap((entry) => {
    const header = mapping(entry);
    const key = looseText(header?.['key']).trim();
    if (key === '' || header?.['disabled'] === true) return [];
    return { key, value: templates.read(header?.['value']) };
  });
}

function description(value: unknown): string {
  return text(mapping(value)?.['content'] ?? value);
}

/** A status from a script, else of the first saved response, else 200. */
function assertionsOf(item: Mapping, { assertions }: Inherited): readonly Assertion[] {
  if (assertions.some(({ subject }) => subject === 'status')) return assertions;
  const saved = mapping(list(item['response'])[0])?.['code'];
  const status = typeof saved === 'number' && saved >= 100 && saved <= 599 ? Math.trunc(saved) : 200;
  return [statusEquals(status), ...assertions];
}
