import type { ImportedBody } from '../client-entries.js';
import type { PartDraft } from '../import-draft.js';
import { toUserPath } from '../foreign-template.js';
import type { BrunoBody, BrunoPart } from './bruno-item.js';

const CONTENT_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  sparql: 'application/sparql-query',
} as const;

export function convertBody(
  body: BrunoBody | undefined,
  method: string,
  read: (text: string) => string,
  lose: (reason: string) => void,
): ImportedBody {
  switch (body?.mode) {
    case undefined:
      return {};
    case 'sparql':
      if (method === 'GET' || method === 'HEAD') {
        lose(`a SPARQL body of ${method} has no counterpart`);
        return {};
      }
      return { body: { kind: 'text', text: read(body.text) }, contentType: CONTENT_TYPES.sparql };
    case 'json':
    case 'text':
    case 'xml':
      return { body: { kind: 'text', text: read(body.text) }, contentType: CONTENT_TYPES[body.mode] };
    case 'form': {
      const fields = body.fields.filter(({ enabled }) => enabled);
      if (fields.length === 0) return {};
      return {
        body: { kind: 'form', fields: fields.map(({ name, value }) => ({ key: name, value: read(value) })) },
      };
    }
    case 'multipart': {
      const fields = body.parts.flatMap((part) => convertPart(part, read, lose));
      return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
    }
    case 'graphql':
      return graphqlBody(body, read);
    case 'file':
      if (body.path === '') return {};
      return {
        body: { kind: 'file', path: toUserPath(read(body.path)) },
        ...(body.type !== '' && { contentType: read(body.type) }),
      };
  }
}

function convertPart(
  { name, value, files, type }: BrunoPart,
  read: (text: string) => string,
  lose: (reason: string) => void,
): PartDraft[] {
  if (files !== undefined) {
    if (files.length === 0) lose(`the part ${name.slice(0, 100)} names no file`);
    return files.map((path) => ({
      kind: 'file',
      name,
      path: toUserPath(read(path)),
      ...(type !== undefined && type !== '' && { type: read(type) }),
    }));
  }
  if (type !== undefined && type !== '')
    lose(`the content type of the field ${name.slice(0, 100)} has no counterpart`);
  return [{ kind: 'field', name, value: read(value) }];
}

function graphqlBody(
  { query, variables }: Extract<BrunoBody, { mode: 'graphql' }>,
  read: (text: string) => string,
): ImportedBody {
  if (query.trim() === '') return {};
  const values = read(variables).trim();
  const isEmpty = values === '' || /^\{\s*\}$/.test(values);
  return { body: { kind: 'graphql', query: read(query), variables: isEmpty ? null : values } };
}
