import type {
  Assertion,
  BlockKind,
  Capture,
  DatabaseQuery,
  MockResponse,
  MultipartField,
  Request,
  ShellCommand,
  WrittenBlock,
} from '../model/model.js';
import { captureSource, operatorAndValue } from './print-value.js';

const OPENERS: Readonly<Record<BlockKind, string>> = {
  assertions: '>>>',
  capture: '>>>capture',
  multipart: '>>>multipart',
  db: '>>>db',
  shell: '>>>shell',
  graphql: '>>>graphql',
  variables: '>>>variables',
  mock: '>>>mock',
};

export function printBlock({ kind, text, closing }: WrittenBlock): string {
  const closer = closing === '' ? '<<<' : `<<< ${closing}`;
  return text === '' ? `${OPENERS[kind]}\n${closer}` : `${OPENERS[kind]}\n${text}\n${closer}`;
}

/** The blocks of a built request in canonical order. */
export function builtBlocks(request: Request): WrittenBlock[] {
  const { body, assertions, captures, db, shell, mock } = request;
  const blocks: WrittenBlock[] = [];
  const push = (kind: BlockKind, lines: readonly string[]): void => {
    blocks.push({ kind, text: lines.join('\n'), closing: '' });
  };
  if (body?.contentType === 'multipart') push('multipart', body.fields.flatMap(multipartLines));
  if (body?.contentType === 'graphql') push('graphql', [body.graphql]);
  if (body?.contentType === 'graphql' && body.variables !== null) push('variables', [body.variables]);
  if (assertions.length > 0) push('assertions', assertions.flatMap(assertionLines));
  if (captures.length > 0) push('capture', captures.flatMap(captureLines));
  if (db.length > 0) push('db', db.flatMap(queryLines));
  if (shell.length > 0) push('shell', shell.flatMap(commandLines));
  if (mock !== null) push('mock', mockLines(mock));
  return blocks;
}

function multipartLines(field: MultipartField): string[] {
  return [...(field.comments ?? []), multipartLine(field)];
}

function assertionLines(assertion: Assertion): string[] {
  const line = `expect ${assertion.subject} ${operatorAndValue(assertion)}`;
  return [...(assertion.comments ?? []), withComment(line, assertion.comment)];
}

function captureLines(capture: Capture): string[] {
  const line = `${capture.name} from ${captureSource(capture)}`;
  return [...(capture.comments ?? []), withComment(line, capture.comment)];
}

function queryLines(query: DatabaseQuery): string[] {
  // Indentation makes the further lines part of the query.
  const lines = [...(query.comments ?? []), `query ${query.query.replaceAll('\n', '\n  ')}`];
  return [...lines, ...query.assertions.flatMap(assertionLines)];
}

function commandLines(command: ShellCommand): string[] {
  return [...(command.comments ?? []), command.ignoreFailure ? `-${command.command}` : command.command];
}

function mockLines({ status, headers, body }: MockResponse): string[] {
  if (status === 0) return [body];
  const lines = [`HTTP/1.1 ${status}`];
  for (const { key, value } of headers) lines.push(value === '' ? `${key}:` : `${key}: ${value}`);
  if (body !== '') lines.push('', body);
  return lines;
}

function multipartLine(field: MultipartField): string {
  if (field.kind === 'field') {
    const start = `field ${field.name} =`;
    return field.value === '' ? start : `${start} ${field.value}`;
  }
  let line = `file ${field.name} @${field.path}`;
  if (field.type !== undefined) line += `; type=${field.type}`;
  if (field.filename !== undefined) line += `; filename=${field.filename}`;
  return line;
}

function withComment(line: string, comment: string | undefined): string {
  if (comment === undefined) return line;
  return comment === '' ? `${line} #` : `${line} # ${comment}`;
}
