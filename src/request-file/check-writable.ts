import { REPEATED_KEYS } from './model/client-directives.js';
import type {
  Assertion,
  Body,
  Capture,
  Conditional,
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

/** A field whose value cannot be written as request-file text. */
export interface UnwritableField {
  /** The path of the field, for example `requests[3].headers[0].value`. */
  readonly field: string;
  readonly reason: string;
}

/** The fields that keep a tree from being written; empty if its text parses back to the same tree. */
export function unwritableFields(file: RequestFile): readonly UnwritableField[] {
  const check = new FieldChecks();
  check.comments('comments', file.comments);
  file.variables.forEach(({ name, value, comments }, i) => {
    check.add(`variables[${i}].name`, variableNameProblem(name));
    check.oneLine(`variables[${i}].value`, value);
    check.comments(`variables[${i}].comments`, comments);
  });
  file.requests.forEach((request, i) => checkRequest(check, `requests[${i}]`, request));
  return check.findings.length > 0 ? check.findings : lostOnRereading(file);
}

class FieldChecks {
  readonly findings: UnwritableField[] = [];

  add(field: string, reason: string | undefined): void {
    if (reason !== undefined) this.findings.push({ field, reason });
  }

  oneLine(field: string, text: string): void {
    this.add(field, oneLineProblem(text));
  }

  oneLines(field: string, texts: Readonly<Record<string, string | undefined>>): void {
    for (const [key, text] of Object.entries(texts)) this.oneLine(`${field}.${key}`, text ?? '');
  }

  /** Allows blanks at the ends, for values that are written in quotes. */
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

function checkRequest(check: FieldChecks, field: string, request: Request): void {
  const { title, name, description, tags, method, url, metadata, body } = request;
  check.oneLines(field, { title, name, description, url });
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
  if (request.mocks) request.mocks.forEach((mock, i) => checkMock(check, `${field}.mocks[${i}]`, mock));
  else if (request.mock) checkMock(check, `${field}.mock`, request.mock);
  request.foreign.forEach((construct, i) => {
    check.add(`${field}.foreign[${i}].text`, foreignProblem(construct, i === request.foreign.length - 1));
  });
  check.comments(`${field}.comments`, request.comments);
  const isRegionFree =
    body === null || body.contentType === 'multipart' || (body.contentType === 'graphql' && body.raw === '');
  check.comments(`${field}.endComments`, request.endComments, isRegionFree);
  if (request.endComments.length > 0 && !isRegionFree && !hasTail(request)) {
    check.add(`${field}.endComments`, 'they would become part of the body');
  }
}

/** Whether something ends the body, so that comments may follow. */
function hasTail(request: Request): boolean {
  const blocks = request.layout?.blocks ?? builtBlocks(request);
  return (
    blocks.length > 0 || request.foreign.some(({ place, text }) => place === 'tail' && !isUnclosed(text))
  );
}

function checkMetadata(check: FieldChecks, field: string, value: unknown): void {
  if (typeof value === 'string') check.text(field, value);
  else if (Array.isArray(value)) value.forEach((entry, i) => checkMetadata(check, `${field}[${i}]`, entry));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value as Readonly<Record<string, unknown>>)) {
      const lines = REPEATED_KEYS.has(key) && typeof entry === 'string' ? entry.split('\n') : entry;
      checkMetadata(check, `${field}.${key}`, lines);
    }
  }
}

function checkBody(check: FieldChecks, field: string, body: Body): void {
  if (body.contentType === 'multipart') {
    body.fields.forEach((part, i) => checkPart(check, `${field}.fields[${i}]`, part));
  } else if (body.contentType === 'graphql' && body.raw === '') {
    check.add(`${field}.graphql`, rawBlockProblem(body.graphql));
    check.add(`${field}.variables`, rawBlockProblem(body.variables ?? ''));
  } else if (body.contentType === 'file' && body.raw === '') {
    check.oneLine(`${field}.path`, body.path);
  } else if ('fields' in body) {
    check.items(`${field}.fields`, body.fields, oneLineProblem);
  } else {
    check.add(`${field}.raw`, bodyProblem(body.raw));
  }
}

function checkPart(check: FieldChecks, field: string, part: MultipartField): void {
  check.oneLine(`${field}.name`, part.name);
  if (part.kind === 'field') check.oneLine(`${field}.value`, part.value);
  else check.oneLines(field, { path: part.path, type: part.type, filename: part.filename });
  check.comments(`${field}.comments`, part.comments, true);
}

function checkAssertion(check: FieldChecks, field: string, assertion: Assertion): void {
  const { subject, raw, comment, comments } = assertion;
  check.oneLines(field, { subject, raw, comment });
  check.comments(`${field}.comments`, comments, true);
  checkConditions(check, field, assertion);
}

function checkConditions(check: FieldChecks, field: string, { when, unless }: Conditional): void {
  when?.forEach(({ subject, raw }, i) => check.oneLines(`${field}.when[${i}]`, { subject, raw }));
  unless?.forEach((list, i) =>
    list.forEach(({ subject, raw }, j) => check.oneLines(`${field}.unless[${i}][${j}]`, { subject, raw })),
  );
}

function checkCapture(check: FieldChecks, field: string, capture: Capture): void {
  const { name, path, match, comment, comments } = capture;
  check.oneLine(`${field}.name`, name);
  check.text(`${field}.path`, path);
  check.oneLines(field, { match, comment });
  capture.or?.forEach((alternative, i) => {
    if (!('literal' in alternative)) check.text(`${field}.or[${i}].path`, alternative.path);
  });
  check.comments(`${field}.comments`, comments, true);
  checkConditions(check, field, capture);
}

function checkMock(check: FieldChecks, field: string, { headers, body }: MockResponse): void {
  check.items(`${field}.headers`, headers, mockHeaderNameProblem);
  check.add(`${field}.body`, rawBlockProblem(body));
}

/** Parses the printed text, which finds everything that the rules above do not foresee. */
function lostOnRereading(file: RequestFile): readonly UnwritableField[] {
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
