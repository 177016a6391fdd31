/** The body of a request in the YAML of OpenCollection. */
import { mapping, mappings, type Mapping } from '../../documents/plain-data.js';
import { looseText } from '../foreign-template.js';
import type { BrunoBody, BrunoPart } from './bruno-item.js';

/** `lose` receives the reason why there is no body. */
export function readOpenBody(
  value: unknown,
  type: string,
  lose: (reason: string) => void,
): BrunoBody | undefined {
  // Of several variants the chosen one is sent, else the first.
  const variants = mappings(value);
  const chosen = variants.find((each) => each['selected'] === true) ?? variants[0];
  const body = chosen === undefined ? mapping(value) : (mapping(chosen['body']) ?? chosen);
  if (body === undefined) return undefined;
  const { data } = body;
  const kind = looseText(body['type']) || (type === 'graphql' ? 'graphql' : '');
  switch (kind) {
    case '':
    case 'none':
      return undefined;
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql': {
      const content = looseText(data);
      return content.trim() === '' ? undefined : { mode: kind, text: content };
    }
    case 'form-urlencoded':
      return { mode: 'form', fields: formFields(data) };
    case 'multipart-form':
      return { mode: 'multipart', parts: enabled(data).map(readPart) };
    case 'graphql':
      return graphqlBody(mapping(data) ?? body);
    case 'file':
      return fileBody(data);
    default:
      lose(`a body of the type ${kind.slice(0, 50)} has no counterpart`);
      return undefined;
  }
}

function enabled(value: unknown): Mapping[] {
  return mappings(value).filter((entry) => entry['disabled'] !== true && entry['enabled'] !== false);
}

function formFields(value: unknown): Extract<BrunoBody, { mode: 'form' }>['fields'] {
  return enabled(value).map(({ name, value: content }) => ({
    name: looseText(name),
    value: looseText(content),
    enabled: true,
    line: 0,
  }));
}

function readPart(entry: Mapping): BrunoPart {
  const type = looseText(entry['contentType']).trim();
  const content = entry['value'];
  return {
    name: looseText(entry['name']),
    value: looseText(content),
    ...(type !== '' && { type }),
    ...(entry['type'] === 'file' && {
      files: (Array.isArray(content) ? content.map(looseText) : [looseText(content)]).filter(Boolean),
    }),
  };
}

function graphqlBody(body: Mapping): BrunoBody | undefined {
  const query = looseText(body['query']);
  const { variables } = body;
  if (query.trim() === '') return undefined;
  return { mode: 'graphql', query, variables: looseText(variables) };
}

function fileBody(value: unknown): BrunoBody | undefined {
  const files = mappings(value);
  const chosen = files.find((each) => each['selected'] === true) ?? files[0];
  if (chosen === undefined) return undefined;
  return { mode: 'file', path: looseText(chosen['filePath']), type: looseText(chosen['contentType']) };
}
