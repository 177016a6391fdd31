/** Bodies (language 3.4): resolved first, files read only when the request is built. */
import { basename } from 'node:path';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { HttpRequest, StreamedBody } from '../../http/message/message.js';
import { multipartBody, type MultipartPart } from '../../http/message/multipart.js';
import { encodeFormComponent } from '../../http/message/url-encoding.js';
import type {
  Body,
  FormFieldsBody,
  GraphqlBody,
  MultipartBody,
  MultipartField,
  TextBody,
} from '../../request-file/model/model.js';
import { mediaType } from './media-type.js';
import type { FileAccess } from '../plan/run-input.js';

export type PreparedBody = TextContent | FileContent | MultipartContent;

interface TextContent {
  readonly kind: 'text';
  readonly text: string;
  /** Sent when nobody names one; empty for none. */
  readonly contentType: string;
}

interface FileContent {
  readonly kind: 'file';
  readonly path: string;
  readonly interpolate: boolean;
  readonly contentType: string;
}

interface MultipartContent {
  readonly kind: 'multipart';
  readonly parts: readonly PreparedPart[];
  /** Replaces any written value when the boundary is known. */
  readonly contentType: '';
}

type PreparedPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly path: string; readonly filename: string; readonly type: string };

export interface BuiltBody {
  readonly body: HttpRequest['body'];
  /** What is sent as text, when it is; for results. */
  readonly text: string | undefined;
  /** With its boundary; only for multipart. */
  readonly contentType: string | undefined;
}

export type BodyFileAccess = Pick<FileAccess, 'readFile' | 'openFile'>;

export function prepareBody(body: Body, scope: Scope, warnings: string[]): PreparedBody {
  switch (body.contentType) {
    case 'json':
      return jsonText(scope.text(body.raw), warnings);
    case 'raw':
      return rawText(body.raw, scope, warnings);
    case 'xml':
      return { kind: 'text', text: scope.text(body.raw), contentType: '' };
    case 'form':
      return { kind: 'text', text: formText(body, scope), contentType: 'application/x-www-form-urlencoded' };
    case 'file':
      return fileContent(scope.text(body.path), body.interpolate);
    case 'multipart':
      return { kind: 'multipart', parts: preparedParts(body, scope), contentType: '' };
    case 'graphql':
      return { kind: 'text', text: graphqlText(body, scope), contentType: 'application/json' };
  }
}

/** Reads what has to be read; throws RequestFailure('file') and, for `<@` includes, VariableFailure. */
export async function buildBody(
  prepared: PreparedBody,
  doors: BodyFileAccess,
  directory: string,
  scope: Scope,
): Promise<BuiltBody> {
  switch (prepared.kind) {
    case 'text':
      return { body: Buffer.from(prepared.text, 'utf8'), text: prepared.text, contentType: undefined };
    case 'file': {
      if (!prepared.interpolate) {
        return {
          body: await stream(prepared.path, doors, directory),
          text: undefined,
          contentType: undefined,
        };
      }
      const bytes = await doors.readFile(prepared.path, directory);
      const text = scope.text(new TextDecoder().decode(bytes));
      return { body: Buffer.from(text, 'utf8'), text, contentType: undefined };
    }
    case 'multipart': {
      const parts: MultipartPart[] = [];
      for (const part of prepared.parts) parts.push(await builtPart(part, doors, directory));
      const { body, contentType } = multipartBody(parts);
      return { body, text: undefined, contentType };
    }
  }
}

const JSON_START = /^[ \t\r\n]*(?:\{|\[)/;

function jsonText(text: string, warnings: string[]): PreparedBody {
  try {
    JSON.parse(text);
  } catch {
    warnings.push('the body is not valid JSON');
  }
  return { kind: 'text', text, contentType: 'application/json' };
}

/** A body that begins with a placeholder is JSON when its value turns out to be. */
function rawText(raw: string, scope: Scope, warnings: string[]): PreparedBody {
  const text = scope.text(raw);
  if (raw.trimStart().startsWith('{{') && JSON_START.test(text)) return jsonText(text, warnings);
  return { kind: 'text', text, contentType: '' };
}

function formText(body: TextBody | FormFieldsBody, scope: Scope): string {
  if (!('fields' in body)) {
    const lines = body.raw.split(/\r\n|\n|\r/).map((line) => line.trim());
    return scope.text(lines.join(''));
  }
  return body.fields
    .map(({ key, value }) => `${encodeFormComponent(key)}=${encodeFormComponent(scope.text(value))}`)
    .join('&');
}

function fileContent(path: string, interpolate: boolean): PreparedBody {
  return { kind: 'file', path, interpolate, contentType: mediaType(path) };
}

/** The text of the variables is kept, so that integers of any size stay what they are. */
function graphqlText({ graphql, variables }: GraphqlBody, scope: Scope): string {
  const query = JSON.stringify(scope.text(graphql));
  if (variables === null) return `{"query":${query}}`;
  const text = scope.text(variables);
  if (!isJsonObject(text)) throw new VariableFailure('the GraphQL variables are not a JSON object');
  return `{"query":${query},"variables":${text}}`;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function preparedParts({ fields }: MultipartBody, scope: Scope): PreparedPart[] {
  return fields.map((field) => preparedPart(field, scope));
}

function preparedPart(field: MultipartField, scope: Scope): PreparedPart {
  const { name } = field;
  if (field.kind === 'field') return { name, value: scope.text(field.value) };
  const path = scope.text(field.path);
  const filename = field.filename === undefined ? basename(path) : scope.text(field.filename);
  const type = field.type === undefined ? mediaType(path) : scope.text(field.type);
  // oxlint-disable-next-line no-control-regex -- exactly these would end a line of the part's head
  if (/[\r\n\0]/.test(filename + type)) {
    throw new VariableFailure(`the file name or type of the part "${name}" contains a line break or NUL`);
  }
  return { name, path, filename, type };
}

async function builtPart(
  part: PreparedPart,
  doors: BodyFileAccess,
  directory: string,
): Promise<MultipartPart> {
  if ('value' in part) return part;
  const { name, filename, type } = part;
  const { length, open } = await doors.openFile(part.path, directory);
  return { name, filename, type, length, open };
}

async function stream(path: string, doors: BodyFileAccess, directory: string): Promise<StreamedBody> {
  const { length, open } = await doors.openFile(path, directory);
  return { length, open };
}
