/** Bodies: placeholders are resolved first, files are read only when the request is built. */
import { basename } from 'node:path';
import { isJsonObject } from '../../primitives/json-scanner.js';
import { formText } from './body-text.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { HttpRequest } from '../../http/message/message.js';
import { buildMultipartBody, type MultipartPart } from '../../http/message/multipart.js';
import { encodeFormComponent } from '../../http/message/url-encoding.js';
import type {
  Body,
  FormFieldsBody,
  GraphqlBody,
  MultipartField,
  TextBody,
  FileBody,
} from '../../request-file/model/model.js';
import { withoutCommentLines } from '../../request-file/text/json-comments.js';
import { mediaTypeOf } from './media-type.js';
import type { FileAccess } from '../plan/run-input.js';

export type PreparedBody = (
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'file' } & Pick<FileBody, 'path' | 'interpolate' | 'encoding'>)
  | { readonly kind: 'multipart'; readonly parts: readonly PreparedPart[] }
) & {
  /** The type that is sent when no header names one; empty for none, and for multipart, whose type needs its boundary. */
  readonly contentType: string;
};

type PreparedPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly path: string; readonly filename: string; readonly type: string };

export interface BuiltBody {
  readonly body: HttpRequest['body'];
  /** The body as text for results; undefined when it is not text. */
  readonly text: string | undefined;
  /** The type with its boundary; only for multipart. */
  readonly contentType: string | undefined;
}

export type BodyFileAccess = Pick<FileAccess, 'readFile' | 'openFile'>;

/** `isJson` tells whether it is sent with a JSON type, so that comment lines are left out. */
export function prepareBody(body: Body, scope: Scope, warnings: string[], isJson: boolean): PreparedBody {
  switch (body.contentType) {
    case 'json':
      return jsonText(scope.text(withoutCommentLines(body.raw)), warnings);
    case 'raw':
      return rawText(isJson ? withoutCommentLines(body.raw) : body.raw, scope, warnings);
    case 'xml':
      return { kind: 'text', text: scope.text(body.raw), contentType: '' };
    case 'form':
      return { kind: 'text', text: formOf(body, scope), contentType: 'application/x-www-form-urlencoded' };
    case 'file': {
      const path = scope.text(body.path);
      const { interpolate, encoding } = body;
      const contentType = mediaTypeOf(path);
      return { kind: 'file', path, interpolate, ...(encoding && { encoding }), contentType };
    }
    case 'multipart': {
      const parts = body.fields.map((field) => preparedPart(field, scope));
      return { kind: 'multipart', parts, contentType: '' };
    }
    case 'graphql':
      return { kind: 'text', text: graphqlText(body, scope), contentType: 'application/json' };
  }
}

/** Reads the files of a body; throws RequestFailure('file') and, for `<@` includes, VariableFailure. */
export async function buildBody(
  prepared: PreparedBody,
  fileAccess: BodyFileAccess,
  directory: string,
  scope: Scope,
): Promise<BuiltBody> {
  switch (prepared.kind) {
    case 'text':
      return { body: Buffer.from(prepared.text, 'utf8'), text: prepared.text, contentType: undefined };
    case 'file': {
      if (!prepared.interpolate) {
        const { length, open } = await fileAccess.openFile(prepared.path, directory);
        return { body: { length, open }, text: undefined, contentType: undefined };
      }
      const bytes = await fileAccess.readFile(prepared.path, directory);
      const isLatin1 = prepared.encoding === 'latin1';
      const text = scope.text(
        isLatin1 ? Buffer.from(bytes).toString('latin1') : new TextDecoder().decode(bytes),
      );
      return { body: Buffer.from(text, 'utf8'), text, contentType: undefined };
    }
    case 'multipart': {
      const parts: MultipartPart[] = [];
      for (const part of prepared.parts) parts.push(await builtPart(part, fileAccess, directory));
      const { body, contentType } = buildMultipartBody(parts);
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

/** A body that begins with a placeholder is JSON when the value looks like JSON. */
function rawText(raw: string, scope: Scope, warnings: string[]): PreparedBody {
  const text = scope.text(raw);
  if (raw.trimStart().startsWith('{{') && JSON_START.test(text)) return jsonText(text, warnings);
  return { kind: 'text', text, contentType: '' };
}

function formOf(body: TextBody | FormFieldsBody, scope: Scope): string {
  const textOf = (template: string): string => scope.text(template);
  return formText(body, textOf, (template) => encodeFormComponent(textOf(template)));
}

/** The text of the variables is kept, so that integers of any size stay exact. */
function graphqlText({ graphql, variables }: GraphqlBody, scope: Scope): string {
  const query = JSON.stringify(scope.text(graphql));
  if (variables === null) return `{"query":${query}}`;
  const text = scope.text(variables);
  if (!isJsonObject(text)) throw new VariableFailure('the GraphQL variables are not a JSON object');
  return `{"query":${query},"variables":${text}}`;
}

function preparedPart(field: MultipartField, scope: Scope): PreparedPart {
  const { name } = field;
  if (field.kind === 'field') return { name, value: scope.text(field.value) };
  const path = scope.text(field.path);
  const filename = field.filename === undefined ? basename(path) : scope.text(field.filename);
  const type = field.type === undefined ? mediaTypeOf(path) : scope.text(field.type);
  if (/[\r\n\0]/.test(filename + type)) {
    throw new VariableFailure(`the file name or type of the part "${name}" contains a line break or NUL`);
  }
  return { name, path, filename, type };
}

async function builtPart(
  part: PreparedPart,
  fileAccess: BodyFileAccess,
  directory: string,
): Promise<MultipartPart> {
  if ('value' in part) return part;
  const { name, filename, type } = part;
  const { length, open } = await fileAccess.openFile(part.path, directory);
  return { name, filename, type, length, open };
}
