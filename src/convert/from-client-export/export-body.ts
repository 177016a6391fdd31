/** Converts the bodies of client exports. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { toJson } from '../../evaluation/values/json.js';
import { enabledEntries } from '../client-entries.js';
import type { BodyDraft, PartDraft } from '../import-draft.js';
import { looseText, toUserPath } from '../foreign-template.js';
import type { ExportTemplateReader } from './export-template.js';

export interface ExportBody {
  readonly body?: BodyDraft;
  /** Applies when no header sets another type. */
  readonly contentType?: string;
}

export function readBody(
  value: unknown,
  templates: ExportTemplateReader,
  lose: (reason: string) => void,
): ExportBody {
  const body = mapping(value);
  if (body === undefined) return {};
  const type = text(body['mimeType']).trim();
  const contentType = type === '' ? {} : { contentType: templates.read(type) };
  const params = enabledEntries(body['params']);
  if (/^multipart\//i.test(type)) return multipart(params, templates);
  if (/x-www-form-urlencoded/i.test(type) && Array.isArray(body['params'])) return form(params, templates);
  const path = toUserPath(templates.read(body['fileName']));
  if (path !== '') return { body: { kind: 'file', path }, ...contentType };
  const content = looseText(body['text']);
  if (content.trim() === '') return {};
  if (/^application\/graphql\b/i.test(type)) return graphql(content, templates, lose);
  return { body: { kind: 'text', text: templates.read(content) }, ...contentType };
}

function form(params: readonly Mapping[], templates: ExportTemplateReader): ExportBody {
  const fields = params.map(({ name, value }) => ({ key: looseText(name), value: templates.read(value) }));
  return fields.length === 0 ? {} : { body: { kind: 'form', fields } };
}

function multipart(params: readonly Mapping[], templates: ExportTemplateReader): ExportBody {
  const fields = params.map((param): PartDraft => {
    const name = looseText(param['name']);
    if (param['type'] !== 'file') return { kind: 'field', name, value: templates.read(param['value']) };
    return { kind: 'file', name, path: toUserPath(templates.read(param['fileName'])) };
  });
  return fields.length === 0 ? {} : { body: { kind: 'multipart', fields } };
}

/** The text is JSON with the document and its variables, or the document itself. */
function graphql(
  content: string,
  templates: ExportTemplateReader,
  lose: (reason: string) => void,
): ExportBody {
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
