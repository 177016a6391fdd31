/** Converts simple checks of test scripts to assertions, and stored values to captures. */
import type { Assertion, Capture } from '../../request-file/model/model.js';
import { assertion, headerContains, statusEquals, statusRange } from '../imported-assertions.js';
import { convertExpectation, convertComparison } from './expectation-chain.js';
import { literalOf, memberStep, subjectOf } from './script-expression.js';
import { splitStatements } from './script-statements.js';

export interface TestScript {
  readonly assertions: readonly Assertion[];
  readonly captures: readonly Capture[];
  /** Every statement was understood. */
  readonly complete: boolean;
}

export function readTestScript(source: string): TestScript {
  const names = new Set<string>();
  const assertions: Assertion[] = [];
  const captures: Capture[] = [];
  let complete = true;
  for (const statement of splitStatements(source).flatMap(withinTest)) {
    if (isHarmless(statement)) continue;
    if (statement.length > MAX_STATEMENT_LENGTH) {
      complete = false;
      continue;
    }
    const alias = /^(?:var|let|const)?\s*([A-Za-z_$][\w$]*)\s*=\s*(.+)$/s.exec(statement);
    const found = readCheck(statement, names);
    const capture = readCapture(statement, names);
    if (found !== undefined) assertions.push(...found);
    else if (capture !== undefined) captures.push(capture);
    else if (alias?.[1] !== undefined && subjectOf(alias[2] ?? '', names) === 'body') names.add(alias[1]);
    else complete = false;
  }
  return { assertions, captures, complete };
}

/** Longer statements are no simple checks. */
const MAX_STATEMENT_LENGTH = 2000;

const FUNCTION = String.raw`(?:async\s+)?(?:function\s*[\w$]*\s*\([^()]*\)|\([^()]*\)\s*=>|[\w$]+\s*=>)\s*`;
const TEST = new RegExp(
  String.raw`^pm\.test\(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` +
    '`[^`]*`' +
    String.raw`)\s*,\s*${FUNCTION}([^]*)\)$`,
);

/** The statements inside `pm.test("…", function () { … })`, else the statement itself. */
function withinTest(statement: string): string[] {
  const body = TEST.exec(statement)?.[1]?.trim();
  if (body === undefined) return [statement];
  return body.startsWith('{') && body.endsWith('}') ? splitStatements(body.slice(1, -1)) : [body];
}

function isHarmless(statement: string): boolean {
  return /^(?:console\.\w+\(|(?:var|let|const)\s+[\w$]+$|["']use strict["']$)/.test(statement);
}

function readCheck(statement: string, names: ReadonlySet<string>): readonly Assertion[] | undefined {
  const response = /^pm\.response\.to\.(?:have|be)\.(\w+)(?:\(([^]*)\))?$/.exec(statement);
  if (response) return responseCheck(response[1] ?? '', response[2]);
  const chain = /^pm\.expect\(([^]*?)\)\s*\.to\.([^]*)$/.exec(statement);
  if (chain) return convertExpectation(chain[1] ?? '', chain[2] ?? '', names);
  const old = /^tests\[[^\]]*\]\s*=\s*([^]*)$/.exec(statement)?.[1];
  return old === undefined ? undefined : convertComparison(old.replace(/^\(([^]*)\)$/, '$1'), names);
}

const STATUS_WORDS: Readonly<Record<string, number>> = {
  ok: 200,
  accepted: 202,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  rateLimited: 429,
};
const CLASS_WORDS: Readonly<Record<string, number>> = {
  info: 100,
  success: 200,
  redirection: 300,
  clientError: 400,
  serverError: 500,
};

/** `pm.response.to.have.status(200)`, `….to.be.success`, `….to.have.header("X")`. */
function responseCheck(word: string, inner: string | undefined): readonly Assertion[] | undefined {
  if (inner === undefined) {
    if (Object.hasOwn(STATUS_WORDS, word)) return [statusEquals(STATUS_WORDS[word] ?? 200)];
    const start = Object.hasOwn(CLASS_WORDS, word) ? CLASS_WORDS[word] : undefined;
    if (start !== undefined) return statusRange(start, start + 100);
    return word === 'json' ? [headerContains('Content-Type', 'json')] : undefined;
  }
  const [first, second] = argumentsOf(inner);
  const value = first === undefined ? undefined : literalOf(first)?.value;
  if (word === 'status' && typeof value === 'number' && second === undefined) return [statusEquals(value)];
  if (word === 'header' && typeof value === 'string' && /^[\w-]+$/.test(value))
    return memberCheck(`header ${value}`, second);
  if (word === 'jsonBody' && typeof value === 'string' && /^[\w.]+$/.test(value))
    return memberCheck(`body${value.split('.').map(memberStep).join('')}`, second);
  return word === 'body' && typeof value === 'string' && second === undefined
    ? [assertion('body', 'equals', value)]
    : undefined;
}

function memberCheck(subject: string, second: string | undefined): readonly Assertion[] | undefined {
  if (second === undefined) return [assertion(subject, 'exists')];
  const expected = literalOf(second);
  return expected && [assertion(subject, 'equals', expected.value)];
}

/** Splits the arguments of a call, which may only be literals. */
function argumentsOf(inner: string): readonly string[] {
  return (inner.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"'\s][^,"']*/g) ?? []).map((text) =>
    text.trim(),
  );
}

/** `pm.environment.set("token", pm.response.json().token)`: later requests use it as `{{token}}`. */
function readCapture(statement: string, names: ReadonlySet<string>): Capture | undefined {
  const found =
    /^(?:pm\.(?:environment|globals|collectionVariables|variables)\.set|postman\.set(?:Environment|Global)Variable)\(\s*("[^"]*"|'[^']*')\s*,\s*([^]*)\)$/.exec(
      statement,
    );
  const name = found?.[1]?.slice(1, -1) ?? '';
  const subject = found ? subjectOf(found[2] ?? '', names) : undefined;
  if (subject === undefined || !/^[A-Za-z_][\w-]*$/.test(name)) return undefined;
  const header = /^header (.+)$/.exec(subject)?.[1];
  if (header !== undefined) return { name, source: 'header', path: header, line: 0 };
  if (subject === 'status' || subject === 'duration') return { name, source: subject, path: '', line: 0 };
  return { name, source: 'body', path: subject.slice('body'.length).replace(/^\./, ''), line: 0 };
}
