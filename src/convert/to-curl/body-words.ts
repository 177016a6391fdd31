import { encodeFormComponent } from '../../http/message/url-encoding.js';
import type {
  Body,
  FormFieldsBody,
  GraphqlBody,
  MultipartBody,
  MultipartField,
  TextBody,
} from '../../request-file/model/model.js';
import { mediaType } from '../../runner/prepare/media-type.js';
import { mapped, type PartialScope } from './partial-scope.js';
import { plainWord, quotedWord, type CurlWord } from './shell-quote.js';

export interface BodyWords {
  readonly words: readonly CurlWord[];
  /** What `run` would send when nobody names one; null for none, where curl would add its own. */
  readonly contentType?: string | null;
}

export function bodyWords(body: Body, scope: PartialScope, pathOf: (path: string) => string): BodyWords {
  switch (body.contentType) {
    case 'json':
      return data(scope.text(body.raw), 'application/json');
    case 'xml':
      return data(scope.text(body.raw), null);
    case 'raw':
      return rawData(body.raw, scope);
    case 'form':
      return data(formText(body, scope), 'application/x-www-form-urlencoded');
    case 'graphql':
      return data(graphqlText(body, scope), 'application/json');
    case 'file': {
      const path = scope.text(body.path);
      return {
        words: [plainWord('--data-binary'), quotedWord(`@${pathOf(path)}`)],
        contentType: mediaType(path),
      };
    }
    case 'multipart':
      return { words: multipartWords(body, scope, pathOf) };
  }
}

function data(text: string, contentType: string | null): BodyWords {
  return { words: [plainWord('--data-raw'), quotedWord(text)], contentType };
}

/** A body that begins with a placeholder is JSON when its value turns out to be. */
function rawData(raw: string, scope: PartialScope): BodyWords {
  const text = scope.text(raw);
  const isJson = raw.trimStart().startsWith('{{') && /^[ \t\r\n]*(?:\{(?!\{)|\[)/.test(text);
  return data(text, isJson ? 'application/json' : null);
}

function formText(body: TextBody | FormFieldsBody, scope: PartialScope): string {
  if (!('fields' in body)) {
    const lines = body.raw.split(/\r\n|\n|\r/).map((line) => line.trim());
    return scope.text(lines.join(''));
  }
  return body.fields
    .map(
      ({ key, value: text }) =>
        `${encodeFormComponent(key)}=${mapped(scope.pieces(text), encodeFormComponent)}`,
    )
    .join('&');
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
    if (field.kind === 'file') return [plainWord('-F'), quotedWord(filePart(field, scope, pathOf))];
    const text = scope.text(field.value);
    return [plainWord(isPlain(text) ? '-F' : '--form-string'), quotedWord(`${field.name}=${text}`)];
  });
}

/** With `-F` curl trims a value, and reads quotes, brackets, `@`, `<` at its start and `;` anywhere. */
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
