import type {
  Assertion,
  Capture,
  DatabaseQuery,
  MockResponse,
  MultipartField,
  Request,
  ShellCommand,
  WrittenBlock,
} from '../model/model.js';
import { blockOpener, type BlockKind } from '../text/blocks.js';
import { alternativeText, captureSource, conditionsText, operatorAndValue } from './print-value.js';

export function printBlock({ kind, text, closing }: WrittenBlock): string {
  const closer = closing === '' ? '<<<' : `<<< ${closing}`;
  const opener = blockOpener(kind);
  return text === '' ? `${opener}\n${closer}` : `${opener}\n${text}\n${closer}`;
}

/** The blocks of a built request in canonical order. */
export function builtBlocks(request: Request): WrittenBlock[] {
  const { body, assertions, captures, db, shell, mock, mocks } = request;
  const blocks: WrittenBlock[] = [];
  const push = (kind: BlockKind, lines: readonly string[]): void => {
    blocks.push({ kind, text: lines.join('\n'), closing: '' });
  };
  if (body?.contentType === 'multipart') push('multipart', body.fields.flatMap(commented(multipartLine)));
  if (body?.contentType === 'graphql' && body.raw === '') {
    push('graphql', [body.graphql]);
    if (body.variables !== null) push('variables', [body.variables]);
  }
  if (assertions.length > 0) push('assertions', assertions.flatMap(commented(assertionLine)));
  if (captures.length > 0) push('capture', captures.flatMap(commented(captureLine)));
  if (db.length > 0) push('db', db.flatMap(queryLines));
  if (shell.length > 0) push('shell', shell.flatMap(commented(commandLine)));
  for (const each of mocks ?? (mock === null ? [] : [mock])) push('mock', mockLines(each));
  return blocks;
}

/** Adds the comments above the line of an item. */
function commented<Item extends { readonly comments?: readonly string[] }>(
  lineOf: (item: Item) => string,
): (item: Item) => string | string[] {
  return (item) => (item.comments === undefined ? lineOf(item) : [...item.comments, lineOf(item)]);
}

function assertionLine(assertion: Assertion): string {
  const conditions = conditionsText(assertion);
  return withComment(
    `expect ${assertion.subject} ${operatorAndValue(assertion)}${conditions}`,
    assertion.comment,
  );
}

function captureLine(capture: Capture): string {
  const start = `${capture.global ? 'global ' : ''}${capture.name} from ${captureSource(capture)}`;
  const alternatives = (capture.or ?? []).map(alternativeText).join('');
  return withComment(`${start}${alternatives}${conditionsText(capture)}`, capture.comment);
}

function queryLines(query: DatabaseQuery): string[] {
  // Indentation makes the further lines part of the query.
  const lines = [...(query.comments ?? []), `query ${query.query.replaceAll('\n', '\n  ')}`];
  return [...lines, ...query.assertions.flatMap(commented(assertionLine))];
}

function commandLine({ command, ignoreFailure }: ShellCommand): string {
  return ignoreFailure ? `-${command}` : command;
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
