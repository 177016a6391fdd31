/** Converts the bodies of client exports. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { parseJson, toJson } from '../../evaluation/values/json.js';
import { enabledEntries, type ImportedBody, type PartReader, type ReadTemplate } from '../client-entries.js';
import type { PartDraft } from '../import-draft.js';
import { looseText, toUserPath } from '../foreign-template.js';

export function readBody(value: unknown, reader: PartReader): ImportedBody {
  const body = mapping(value);
  if (body === undefined) return {};
  const { read } = reader;
  const type = text(body['mimeType']).trim();
  const contentType = type === '' ? {} : { contentType: read(type) };
  const params = enabledEntries(body['params']);
  if (/^multipart\//i.test(type)) return multipart(params, read);
  if (/x-www-form-urlencoded/i.test(type) && Array.isArray(body['params'])) return form(params, read);
  const path = toUserPath(read(body['fileName']));
  if (path !== '') return { body: { kind: 'file', path }, ...contentType };
  const content = looseText(body['text']);
  if (content.trim() === '') return {};
  if (/^application\/graphql\b/i.test(type)) return graphql(content, reader);
  return { body: { kind: 'text', text: read(content) }, ...contentType };
}

function form(params: readonly Mapping[], read: ReadTemplate): ImportedBody {
  const fields = params.map(({ name, value }) => ({ key: looseText(name), value: read(value) }));
  return fields.length === 0 ? {} : { body: { kind: 'form', fields } };
}

function multipart(params: readonly Mapping[], read: ReadTemplate): ImportedBody {
  const fields = params.map((param): PartDraft => {
    const name = looseText(param['name']);
    if (param['type'] !== 'file') return { kind: 'field', name, value: read(param['value']) };
    return { kind: 'file', name, path: toUserPath(read(param['fileName'])) };
  });
  return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
}

/** The text is JSON with the document and its variables, or the document itself. */
function graphql(content: string, { read, lose }: PartReader): ImportedBody {
  const held = heldIn(content);
  if (held === undefined) return { body: { kind: 'graphql', query: read(content), variables: null } };
  if (looseText(held['operationName']) !== '') lose('the name of the GraphQL operation is not sent');
  const { variables } = held;
  const values = typeof variables === 'string' ? variables : mapping(variables) && toJson(variables, 2);
  const isEmpty = values === undefined || /^\s*(?:\{\s*\})?\s*$/.test(values);
  const query = read(held['query']);
  if (query.trim() === '') return {};
  return { body: { kind: 'graphql', query, variables: isEmpty ? null : read(values) } };
}

function heldIn(content: string): Mapping | undefined {
  try {
    return mapping(parseJson(content));
  } catch {
    return undefined;
  }
}
