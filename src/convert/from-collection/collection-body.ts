/** Converts `request.body` in its modes. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { enabledEntries, type ImportedBody, type PartReader } from '../client-entries.js';
import type { PairDraft, PartDraft } from '../import-draft.js';
import { looseText, toUserPath } from '../foreign-template.js';

const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
  javascript: 'application/javascript',
};

/** Methods with which the client sends no body unless a setting says otherwise. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK']);

/** The body that the client sends with a method. */
export function readSentBody(
  value: unknown,
  { method, keepsBodies }: { readonly method: string; readonly keepsBodies: boolean },
  reader: PartReader,
): ImportedBody {
  const found = readBody(value, reader);
  if (found.body === undefined || keepsBodies || !WITHOUT_BODY.has(method)) return found;
  reader.lose(`Postman sends no body with ${method}`);
  return {};
}

function readBody(value: unknown, reader: PartReader): ImportedBody {
  const body = mapping(value);
  if (body === undefined || body['disabled'] === true) return {};
  switch (body['mode'] ?? modeOf(body)) {
    case 'raw':
      return rawBody(body, reader);
    case 'urlencoded':
      return formBody(body, reader);
    case 'formdata':
      return multipartBody(body, reader);
    case 'graphql':
      return graphqlBody(body, reader);
    case 'file':
      return fileBody(body, reader);
    case undefined:
      return {};
    default:
      reader.lose('this kind of body has no counterpart');
      return {};
  }
}

function modeOf(body: Mapping): string | undefined {
  return ['raw', 'urlencoded', 'formdata', 'graphql', 'file'].find((mode) => body[mode] !== undefined);
}

function rawBody(body: Mapping, { read }: PartReader): ImportedBody {
  const raw = read(body['raw']);
  if (raw.trim() === '') return {};
  const language = text(mapping(mapping(body['options'])?.['raw'])?.['language']).toLowerCase();
  const contentType = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : LANGUAGES['text'];
  return { body: { kind: 'text', text: raw }, ...(contentType !== undefined && { contentType }) };
}

/** The enabled entries; a text contains them as `key=value` pairs. */
function enabled(value: unknown): Mapping[] {
  if (typeof value === 'string')
    return [...new URLSearchParams(value)].map(([key, content]) => ({ key, value: content }));
  return enabledEntries(value);
}

function formBody(body: Mapping, { read, lose }: PartReader): ImportedBody {
  const fields = enabled(body['urlencoded']).map(({ key, value }): PairDraft => ({
    key: looseText(key),
    value: read(value),
  }));
  if (fields.some(({ key }) => key.includes('{{')))
    lose('placeholders in names of fields are not replaced', '/urlencoded');
  return fields.length === 0 ? {} : { body: { kind: 'form', fields } };
}

function multipartBody(body: Mapping, { read, lose }: PartReader): ImportedBody {
  const fields = enabled(body['formdata']).flatMap((entry): PartDraft[] => {
    const name = looseText(entry['key']);
    const type = looseText(entry['contentType']).trim();
    if (entry['type'] !== 'file') {
      if (type !== '') lose(`the content type of the field ${name} has no counterpart`, '/formdata');
      return [{ kind: 'field', name, value: read(entry['value']) }];
    }
    const written = Array.isArray(entry['src']) ? entry['src'].map(looseText) : [looseText(entry['src'])];
    // A part without a file is reported where the parts are written.
    const sources = written.length === 0 ? [''] : written;
    return sources.map((path) => ({
      kind: 'file',
      name,
      path: toUserPath(read(path)),
      ...(type !== '' && { type }),
    }));
  });
  return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
}

function graphqlBody(body: Mapping, { read, lose }: PartReader): ImportedBody {
  const { query, variables, operationName } = mapping(body['graphql']) ?? {};
  const document = read(query ?? body['graphql']);
  if (document.trim() === '') return {};
  if (looseText(operationName) !== '') lose('the operation name is not sent', '/graphql/operationName');
  const values = read(variables).trim();
  const isEmpty = values === '' || /^\{\s*\}$/.test(values);
  return { body: { kind: 'graphql', query: document, variables: isEmpty ? null : values } };
}

function fileBody(body: Mapping, { read, lose }: PartReader): ImportedBody {
  const file = mapping(body['file']);
  const path = toUserPath(read(file?.['src'] ?? text(body['file'])));
  if (path !== '') return { body: { kind: 'file', path } };
  if (text(file?.['content']) !== '') return { body: { kind: 'text', text: read(file?.['content']) } };
  lose('the body names no file', '/file');
  return {};
}
