/** Converts `request.body` in its modes. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { enabledEntries } from '../client-entries.js';
import type { BodyDraft, PairDraft, PartDraft } from '../import-draft.js';
import { looseText, toUserPath } from '../foreign-template.js';
import type { CollectionTemplateReader } from './collection-template.js';

export interface CollectionBody {
  readonly body?: BodyDraft;
  /** Applies when no header sets another type. */
  readonly contentType?: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
  javascript: 'application/javascript',
};

/** `lose` takes a JSON pointer below the body, and the reason. */
export function readBody(
  value: unknown,
  templates: CollectionTemplateReader,
  lose: (below: string, reason: string) => void,
): CollectionBody {
  const body = mapping(value);
  if (body === undefined || body['disabled'] === true) return {};
  switch (body['mode'] ?? modeOf(body)) {
    case 'raw':
      return rawBody(body, templates);
    case 'urlencoded':
      return formBody(body, templates, lose);
    case 'formdata':
      return multipartBody(body, templates, lose);
    case 'graphql':
      return graphqlBody(body, templates, lose);
    case 'file':
      return fileBody(body, templates, lose);
    case undefined:
      return {};
    default:
      lose('/mode', 'this kind of body has no counterpart');
      return {};
  }
}

function modeOf(body: Mapping): string | undefined {
  return ['raw', 'urlencoded', 'formdata', 'graphql', 'file'].find((mode) => body[mode] !== undefined);
}

function rawBody(body: Mapping, templates: CollectionTemplateReader): CollectionBody {
  const raw = templates.read(body['raw']);
  if (raw.trim() === '') return {};
  const language = text(mapping(mapping(body['options'])?.['raw'])?.['language']).toLowerCase();
  const contentType = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  return { body: { kind: 'text', text: raw }, ...(contentType !== undefined && { contentType }) };
}

/** The enabled entries; a text contains them as `key=value` pairs. */
function enabled(value: unknown): Mapping[] {
  if (typeof value === 'string')
    return [...new URLSearchParams(value)].map(([key, content]) => ({ key, value: content }));
  return enabledEntries(value);
}

function formBody(
  body: Mapping,
  templates: CollectionTemplateReader,
  lose: (below: string, reason: string) => void,
): CollectionBody {
  const fields = enabled(body['urlencoded']).map(({ key, value }): PairDraft => ({
    key: looseText(key),
    value: templates.read(value),
  }));
  if (fields.some(({ key }) => key.includes('{{')))
    lose('/urlencoded', 'placeholders in names of fields are not replaced');
  return fields.length === 0 ? {} : { body: { kind: 'form', fields } };
}

function multipartBody(
  body: Mapping,
  templates: CollectionTemplateReader,
  lose: (below: string, reason: string) => void,
): CollectionBody {
  const fields = enabled(body['formdata']).flatMap((entry): PartDraft[] => {
    const name = looseText(entry['key']);
    const type = looseText(entry['contentType']).trim();
    if (entry['type'] !== 'file') {
      if (type !== '') lose('/formdata', `the content type of the field ${name} has no counterpart`);
      return [{ kind: 'field', name, value: templates.read(entry['value']) }];
    }
    const sources = Array.isArray(entry['src']) ? entry['src'].map(looseText) : [looseText(entry['src'])];
    return sources.map((path) => ({
      kind: 'file',
      name,
      path: toUserPath(templates.read(path)),
      ...(type !== '' && { type }),
    }));
  });
  return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
}

function graphqlBody(
  body: Mapping,
  templates: CollectionTemplateReader,
  lose: (below: string, reason: string) => void,
): CollectionBody {
  const { query, variables, operationName } = mapping(body['graphql']) ?? {};
  const document = templates.read(query ?? body['graphql']);
  if (document.trim() === '') return {};
  if (looseText(operationName) !== '') lose('/graphql/operationName', 'the operation name is not sent');
  const values = templates.read(variables).trim();
  const isEmpty = values === '' || /^\{\s*\}$/.test(values);
  return { body: { kind: 'graphql', query: document, variables: isEmpty ? null : values } };
}

function fileBody(
  body: Mapping,
  templates: CollectionTemplateReader,
  lose: (below: string, reason: string) => void,
): CollectionBody {
  const file = mapping(body['file']);
  const path = toUserPath(templates.read(file?.['src'] ?? text(body['file'])));
  if (path !== '') return { body: { kind: 'file', path } };
  if (text(file?.['content']) !== '')
    return { body: { kind: 'text', text: templates.read(file?.['content']) } };
  lose('/file', 'the body names no file');
  return {};
}
