/** Converts one request of a collection. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Assertion } from '../../request-file/model/model.js';
import { readPairs, titleOf, withContentType, type ReadTemplate } from '../client-entries.js';
import { assertion, statusEquals } from '../imported-assertions.js';
import type { PairDraft, ImportedRequestDraft } from '../import-draft.js';
import { looseText } from '../foreign-template.js';
import type { SharedLosses } from '../shared-losses.js';
import { changedBody, changedHeaders, changedTimeout } from '../translated-scripts.js';
import { readCollectionScripts, type ScriptContext } from './collection-scripts.js';
import { readAuth } from './collection-auth.js';
import { readSentBody } from './collection-body.js';
import type { Inherited } from './collection-item.js';
import { cutCredentials, readUrl } from './collection-url.js';
import { CollectionTemplateReader } from './collection-template.js';

export interface CollectionContext extends ScriptContext {
  /** Losses of folders and the collection, which are reported once. */
  readonly shared: SharedLosses;
}

/** `inherited` includes the properties of the item itself. */
export function convertCollectionRequest(
  item: Mapping,
  place: string,
  inherited: Inherited,
  own: SharedLosses,
  context: CollectionContext,
): ImportedRequestDraft {
  const { variables, shared } = context;
  const written = item['request'];
  const request = mapping(written) ?? { url: written };
  const name = looseText(item['name']).trim() || looseText(request['name']).trim();
  const templates = new CollectionTemplateReader(variables);
  const { read } = templates;
  const lose = (reason: string, below: string): void => own.lose(`${place}/request${below}`, reason);
  const method = looseText(request['method']).trim().toUpperCase() || 'GET';
  const whole = readUrl(request['url'], templates, name || 'request', lose);
  const { url, credentials } = cutCredentials(whole, request['url'], read);
  const writtenHeaders = readHeaders(request['header'], read);
  const sending = { method, keepsBodies: inherited.keepsBodies };
  const { body, contentType } = readSentBody(request['body'], sending, {
    read,
    lose: (reason, below = '') => lose(reason, `/body${below}`),
  });
  const headers = withContentType(writtenHeaders, contentType);
  const ownAuth = mapping(request['auth']);
  const auth = readAuth(ownAuth ?? inherited.auth, {
    read,
    lose: (reason) => (ownAuth ? lose(reason, '/auth') : shared.lose(`${inherited.authPlace}/auth`, reason)),
  });
  if (credentials !== undefined && auth !== undefined)
    lose('the credentials in the URL are not sent, because the request has others', '/url');
  for (const field of ['proxy', 'certificate'])
    if (mapping(request[field]) !== undefined) lose(`a ${field} has no counterpart`, `/${field}`);
  for (const dynamic of templates.lost) lose(`{{${dynamic}}} has no counterpart`, '');
  const parts = readCollectionScripts(inherited.scripts, name, context);
  const timeout = changedTimeout(parts.changes);
  const changed = changedBody(body, parts.changes);
  return {
    place,
    title: titleOf(inherited.folders, name, method),
    name,
    folders: inherited.folders,
    description: description(request['description'] ?? item['description']),
    method,
    url,
    headers: changedHeaders(headers, parts.changes),
    ...(changed && { body: changed }),
    directives: {
      ...inherited.directives,
      ...(auth && { auth }),
      ...(!auth && credentials && { auth: { type: 'basic', params: credentials } }),
      ...(parts.sets.length > 0 && { set: parts.sets }),
      ...(timeout !== undefined && { timeout }),
    },
    assertions: assertionsOf(item, parts.assertions),
    ...(parts.captures.length > 0 && { captures: parts.captures }),
    ...(parts.schemas.length > 0 && { saved: parts.schemas }),
    losses: own.all,
  };
}

/** A list, or lines of text. */
function readHeaders(value: unknown, read: ReadTemplate): PairDraft[] {
  if (typeof value === 'string') {
    return value.split(/\r\n|\r|\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) return [];
      return { key: line.slice(0, colon).trim(), value: read(line.slice(colon + 1).trim()) };
    });
  }
  return readPairs(value, 'key', read);
}

function description(value: unknown): string {
  return text(mapping(value)?.['content'] ?? value);
}

/** The status from a script, else of the first saved response, else any that is no error. */
function assertionsOf(item: Mapping, assertions: readonly Assertion[]): readonly Assertion[] {
  if (assertions.some(({ subject }) => subject === 'status')) return assertions;
  const saved = mapping(list(item['response'])[0])?.['code'];
  const isStatus = typeof saved === 'number' && saved >= 100 && saved <= 599;
  return [isStatus ? statusEquals(Math.trunc(saved)) : assertion('status', 'lessThan', 400), ...assertions];
}
