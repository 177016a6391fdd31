import { encodeFormComponent } from '../../http/message/url-encoding.js';
import type {
  Body,
  FormFieldsBody,
  GraphqlBody,
  MultipartBody,
  MultipartField,
  TextBody,
} from '../../request-file/model/model.js';
import { withoutCommentLines } from '../../request-file/text/json-comments.js';
import { formText } from '../../runner/prepare/body-text.js';
import { mediaTypeOf } from '../../runner/prepare/media-type.js';
import { mapped, type PartialScope } from './partial-scope.js';
import { option, type CurlWord } from './shell-quote.js';

export interface BodyWords {
  readonly words: readonly CurlWord[];
  /** The default that `run` would send; null for none, where curl would add its own. */
  readonly contentType?: string | null;
}

export function createBodyWords(
  body: Body,
  scope: PartialScope,
  pathOf: (path: string) => string,
  isJson: boolean,
): BodyWords {
  switch (body.contentType) {
    case 'json':
      return data(scope.text(withoutCommentLines(body.raw)), 'application/json');
    case 'xml':
      return data(scope.text(body.raw), null);
    case 'raw':
      return rawData(isJson ? withoutCommentLines(body.raw) : body.raw, scope);
    case 'form':
      return data(formOf(body, scope), 'application/x-www-form-urlencoded');
    case 'graphql':
      return data(graphqlText(body, scope), 'application/json');
    case 'file': {
      const path = scope.text(body.path);
      return { words: option('--data-binary', `@${pathOf(path)}`), contentType: mediaTypeOf(path) };
    }
    case 'multipart':
      return { words: multipartWords(body, scope, pathOf) };
  }
}

function data(text: string, contentType: string | null): BodyWords {
  return { words: option('--data-raw', text), contentType };
}

/** A body that starts with a placeholder is JSON if its value is. */
function rawData(raw: string, scope: PartialScope): BodyWords {
  const text = scope.text(raw);
  const isJson = raw.trimStart().startsWith('{{') && /^[ \t\r\n]*(?:\{(?!\{)|\[)/.test(text);
  return data(text, isJson ? 'application/json' : null);
}

function formOf(body: TextBody | FormFieldsBody, scope: PartialScope): string {
  const encodedOf = (template: string): string => mapped(scope.parts(template), encodeFormComponent);
  return formText(body, (template) => scope.text(template), encodedOf);
}

function graphqlText({ graphql, variables }: GraphqlBody, scope: PartialScope): string {
  const query = JSON.stringify(scope.text(graphql));
  return variables === null
    ? `{"query":${query}}`
    : `{"query":${query},"variables":${scope.text(variables)}}`;
}

function multipartWords(
  { fields }: MultipartBody,
  scope: PartialScope,
  pathOf: (path: string) => string,
): CurlWord[] {
  return fields.flatMap((field) => {
    if (field.kind === 'file') return option('-F', filePart(field, scope, pathOf));
    const text = scope.text(field.value);
    return option(isPlain(text) ? '-F' : '--form-string', `${field.name}=${text}`);
  });
}

/** With `-F` curl trims a value, and interprets quotes, brackets, `@`, `<` at its start and `;` anywhere. */
function isPlain(text: string): boolean {
  return text === '' || (/^[^@<"()\s;][^;]*$/.test(text) && text === text.trim());
}

function filePart(
  { name, path, type, filename }: Extract<MultipartField, { kind: 'file' }>,
  scope: PartialScope,
  pathOf: (path: string) => string,
): string {
  const settings = [
    ...(type === undefined ? [] : [`;type=${scope.text(type)}`]),
    ...(filename === undefined ? [] : [`;filename=${inQuotes(scope.text(filename))}`]),
  ];
  return `${name}=@${inQuotes(pathOf(scope.text(path)))}${settings.join('')}`;
}

function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
