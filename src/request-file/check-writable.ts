import type {
  Assertion,
  Body,
  Capture,
  KeyValue,
  MockResponse,
  MultipartField,
  Request,
  RequestFile,
} from './model/model.js';
import { parseText } from './parse-file.js';
import { builtBlocks } from './print/print-block.js';
import { printTree } from './print/print-tree.js';
import { treeDifference } from './model/tree-difference.js';
import {
  bodyProblem,
  characterProblem,
  commandProblem,
  commentProblem,
  foreignProblem,
  headerNameProblem,
  isUnclosed,
  methodProblem,
  mockHeaderNameProblem,
  oneLineProblem,
  queryNameProblem,
  rawBlockProblem,
  variableNameProblem,
} from './print/writable-text.js';

/** A field that request-file text cannot hold. */
export interface Unwritable {
  /** Such as `requests[3].headers[0].value`. */
  readonly field: string;
  readonly reason: string;
}

/** What keeps a tree from being written (language section 12, rule 7); empty when it reads back. */
export function unwritable(file: RequestFile): readonly Unwritable[] {
  const check = new Check();
  check.comments('comments', file.comments);
  file.variables.forEach(({ name, value, comments }, i) => {
    check.add(`variables[${i}].name`, variableNameProblem(name));
    check.oneLine(`variables[${i}].value`, value);
    check.comments(`variables[${i}].comments`, comments);
  });
  file.requests.forEach((request, i) => checkRequest(check, `requests[${i}]`, request));
  return check.findings.length > 0 ? check.findings : lostInReading(file);
}

class Check {
  readonly findings: Unwritable[] = [];

  add(field: string, reason: string | undefined): void {
    if (reason !== undefined) this.findings.push({ field, reason });
  }

  oneLine(field: string, text: string): void {
    this.add(field, oneLineProblem(text));
  }

  /** Where quotes keep blanks at the ends. */
  text(field: string, text: string): void {
    this.add(field, /[\r\n]/.test(text) ? 'it holds a line break' : characterProblem(text));
  }

  comments(field: string, comments: readonly string[] | undefined, directivesAllowed = false): void {
    comments?.forEach((text, i) => this.add(`${field}[${i}]`, commentProblem(text, directivesAllowed)));
  }

  items(field: string, items: readonly KeyValue[], keyProblem: (key: string) => string | undefined): void {
    items.forEach(({ key, value, comments }, i) => {
      this.add(`${field}[${i}].key`, keyProblem(key));
      this.oneLine(`${field}[${i}].value`, value);
      this.comments(`${field}[${i}].comments`, comments);
    });
  }
}

function checkRequest(check: Check, field: string, request: Request): void {
  const { title, name, description, tags, method, url, metadata, body } = request;
  for (const [key, text] of Object.entries({ title, name, description, url }))
    check.oneLine(`${field}.${key}`, text);
  check.add(`${field}.method`, methodProblem(method));
  if (url === '') check.add(`${field}.url`, 'it is empty');
  tags.forEach((tag, i) => check.oneLine(`${field}.tags[${i}]`, tag));
  checkMetadata(check, `${field}.metadata`, metadata);
  check.items(`${field}.queryParams`, request.queryParams, queryNameProblem);
  check.items(`${field}.headers`, request.headers, headerNameProblem);
  if (body) checkBody(check, `${field}.body`, body);
  request.assertions.forEach((assertion, i) => checkAssertion(check, `${field}.assertions[${i}]`, assertion));
  request.captures.forEach((capture, i) => checkCapture(check, `${field}.captures[${i}]`, capture));
  request.db.forEach((query, i) => {
    query.assertions.forEach((assertion, j) =>
      checkAssertion(check, `${field}.db[${i}].assertions[${j}]`, assertion),
    );
    query.query.split('\n').forEach((line) => check.oneLine(`${field}.db[${i}].query`, line));
    check.comments(`${field}.db[${i}].comments`, query.comments, true);
  });
  request.shell.forEach((command, i) => {
    check.add(`${field}.shell[${i}].command`, commandProblem(command.command, command.ignoreFailure));
    check.comments(`${field}.shell[${i}].comments`, command.comments, true);
  });
  if (request.mock) checkMock(check, `${field}.mock`, request.mock);
  request.foreign.forEach((construct, i) => {
    check.add(`${field}.foreign[${i}].text`, foreignProblem(construct, i === request.foreign.length - 1));
  });
  check.comments(`${field}.comments`, request.comments);
  const regionIsFree = body === null || body.contentType === 'multipart' || body.contentType === 'graphql';
  check.comments(`${field}.endComments`, request.endComments, regionIsFree);
  if (request.endComments.length > 0 && !regionIsFree && !hasTail(request)) {
    check.add(`${field}.endComments`, 'they would become part of the body');
  }
}

/** Something that ends a body and lets comments follow. */
function hasTail(request: Request): boolean {
  const blocks = request.layout?.blocks ?? builtBlocks(request);
  return (
    blocks.length > 0 || request.foreign.some(({ place, text }) => place === 'tail' && !isUnclosed(text))
  );
}

function checkMetadata(check: Check, field: string, value: unknown): void {
  if (typeof value === 'string') check.text(field, value);
  else if (Array.isArray(value)) value.forEach((entry, i) => checkMetadata(check, `${field}[${i}]`, entry));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) checkMetadata(check, `${field}.${key}`, entry);
  }
}

function checkBody(check: Check, field: string, body: Body): void {
  switch (body.contentType) {
    case 'multipart':
      return body.fields.forEach((part, i) => checkPart(check, `${field}.fields[${i}]`, part));
    case 'graphql':
      check.add(`${field}.graphql`, rawBlockProblem(body.graphql));
      return check.add(
        `${field}.variables`,
        body.variables === null ? undefined : rawBlockProblem(body.variables),
      );
    case 'file':
      if (body.raw === '') return check.oneLine(`${field}.path`, body.path);
      return check.add(`${field}.raw`, bodyProblem(body.raw));
    case 'form':
      if ('fields' in body) return check.items(`${field}.fields`, body.fields, oneLineProblem);
      return check.add(`${field}.raw`, bodyProblem(body.raw));
    default:
      check.add(`${field}.raw`, bodyProblem(body.raw));
  }
}

function checkPart(check: Check, field: string, part: MultipartField): void {
  check.oneLine(`${field}.name`, part.name);
  if (part.kind === 'field') check.oneLine(`${field}.value`, part.value);
  else {
    check.oneLine(`${field}.path`, part.path);
    check.oneLine(`${field}.type`, part.type ?? '');
    check.oneLine(`${field}.filename`, part.filename ?? '');
  }
  check.comments(`${field}.comments`, part.comments, true);
}

function checkAssertion(check: Check, field: string, { subject, raw, comment, comments }: Assertion): void {
  check.oneLine(`${field}.subject`, subject);
  check.oneLine(`${field}.raw`, raw ?? '');
  check.oneLine(`${field}.comment`, comment ?? '');
  check.comments(`${field}.comments`, comments, true);
}

function checkCapture(check: Check, field: string, { name, path, comment, comments }: Capture): void {
  check.oneLine(`${field}.name`, name);
  check.text(`${field}.path`, path);
  check.oneLine(`${field}.comment`, comment ?? '');
  check.comments(`${field}.comments`, comments, true);
}

function checkMock(check: Check, field: string, { headers, body }: MockResponse): void {
  check.items(`${field}.headers`, headers, mockHeaderNameProblem);
  check.add(`${field}.body`, rawBlockProblem(body));
}

/** Everything the rules above do not foresee shows when the text is read. */
function lostInReading(file: RequestFile): readonly Unwritable[] {
  const found = parseText(printTree(file), file.path);
  const tooLarge = found.diagnostics.find(({ code }) => code === 'file_too_large');
  if (tooLarge) return [{ field: 'requests', reason: tooLarge.message }];
  const difference = treeDifference(file, found);
  if (difference !== undefined) return [{ field: difference, reason: 'it would not read back as it is' }];
  const error = found.diagnostics.find(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  if (!error) return [];
  const index = found.requests.findLastIndex(({ line }) => line <= error.line);
  return [{ field: index < 0 ? 'variables' : `requests[${index}]`, reason: error.message }];
}
