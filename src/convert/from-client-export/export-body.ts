/** Bodies of client exports. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { toJson } from '../../evaluation/values/json.js';
import type { BodyDraft, PartDraft } from '../draft.js';
import { looseText, userPath } from '../foreign-template.js';
import type { TemplateReader } from './template.js';

export interface ExportBody {
  readonly body?: BodyDraft;
  /** When no header says another. */
  readonly contentType?: string;
}

export function readBody(
  value: unknown,
  templates: TemplateReader,
  lose: (reason: string) => void,
): ExportBody {
  const body = mapping(value);
  if (body === undefined) return {};
  const type = text(body['mimeType']).trim();
  const contentType = type === '' ? {} : { contentType: templates.read(type) };
  const params = list(body['params']).flatMap((entry) => {
    const param = mapping(entry);
    return param === undefined || param['disabled'] === true ? [] : [param];
  });
  if (/^multipart\//i.test(type)) return multipart(params, templates);
  if (/x-www-form-urlencoded/i.test(type) && Array.isArray(body['params'])) return form(params, templates);
  const path = userPath(templates.read(body['fileName']));
  if (path !== '') return { body: { kind: 'file', path }, ...contentType };
  const content = looseText(body['text']);
  if (content.trim() === '') return {};
  if (/^application\/graphql\b/i.test(type)) return graphql(content, templates, lose);
  return { body: { kind: 'text', text: templates.read(content) }, ...contentType };
}

function form(params: readonly Mapping[], templates: TemplateReader): ExportBody {
  const fields = params.map(({ name, value }) => ({ key: looseText(name), value: templates.read(value) }));
  return fields.length === 0 ? {} : { body: { kind: 'form', fields } };
}

function multipart(params: readonly Mapping[], templates: TemplateReader): ExportBody {
  const fields = params.map((param): PartDraft => {
    const name = looseText(param['name']);
    if (param['type'] !== 'file') return { kind: 'field', name, value: templates.read(param['value']) };
    return { kind: 'file', name, path: userPath(templates.read(param['fileName'])) };
  });
  return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
}

/** The text is JSON that holds the document and its variables; else it is the document. */
function graphql(content: string, templates: TemplateReader, lose: (reason: string) => void): ExportBody {
  const held = heldIn(content);
  if (held === undefined)
    return { body: { kind: 'graphql', query: templates.read(content), variables: null } };
  if (looseText(held['operationName']) !== '') lose('the name of the GraphQL operation is not sent');
  const { variables } = held;
  const values = typeof variables === 'string' ? variables : mapping(variables) && toJson(variables, 2);
  const isEmpty = values === undefined || /^\s*(?:\{\s*\})?\s*$/.test(values);
  const query = templates.read(held['query']);
  if (query.trim() === '') return {};
  return { body: { kind: 'graphql', query, variables: isEmpty ? null : templates.read(values) } };
}

function heldIn(content: string): Mapping | undefined {
  try {
    return mapping(JSON.parse(content));
  } catch {
    return undefined;
  }
}
