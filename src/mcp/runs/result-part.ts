/** What svc_result reads of a run: plain text, one part at a time. */
import { jsonLine } from '../../evaluation/values/json-text.js';
import { printable, printableLine } from '../../primitives/printable.js';
import { indentedJson } from '../../web-fetch/json-text.js';
import { invalidArgument } from '../protocol/tool-failure.js';
import type { KeptAssertion, KeptBody, KeptResult, KeptRun } from './kept-run.js';
import type { RequestPart, ResultPart } from './part-names.js';
import { callText, headLine, placeOf, reasonLines, resultLine } from './result-lines.js';

/** Throws when the part needs the number of a result, or there is no such number. */
export function partText(run: KeptRun, part: ResultPart, request: number | undefined): string {
  const chosen = request === undefined ? undefined : resultAt(run, request);
  const results = chosen ? [chosen] : run.results;
  switch (part) {
    case 'summary':
      return chosen ? resultSummary(chosen, run.id) : runSummary(run);
    case 'failures':
      return failuresText(results);
    case 'tests':
      return results.map(resultLine).join('\n');
    default:
      if (chosen) return requestPart(chosen, part);
      throw invalidArgument(`request: part ${part} needs the number of a result, ${rangeOf(run)}`);
  }
}

/** Throws a message that names the numbers there are. */
export function resultAt(run: KeptRun, request: number): KeptResult {
  const found = run.results[request - 1];
  if (found) return found;
  throw invalidArgument(`request: ${run.id} has no result ${request}; give a number ${rangeOf(run)}`);
}

export function rangeOf({ results }: KeptRun): string {
  return `from 1 to ${results.length}`;
}

/** All that the text of svc_run may have left out, but for the passed requests. */
function runSummary(run: KeptRun): string {
  const failed = run.results.filter(({ status }) => status === 'failed');
  const [first] = failed;
  return [
    headLine(run),
    ...run.warnings.map((warning) => `warning: ${printableLine(warning)}`),
    ...failed.map(resultLine),
    ...(first ? [`more: ${callText('svc_explain', { run: run.id, request: first.number })}`] : []),
    `all requests: ${callText('svc_result', { run: run.id, part: 'tests' })}`,
  ].join('\n');
}

function resultSummary(result: KeptResult, run: string): string {
  const { number, assertions, captures, response, warnings, status } = result;
  const held = assertions.filter(({ passed, isSkipped }) => passed && !isSkipped).length;
  const names = Object.keys(captures);
  const call = (part: ResultPart): string => callText('svc_result', { run, request: number, part });
  return [
    resultLine(result),
    ...reasonLines(result, Infinity),
    ...warnings.map((warning) => `  warning: ${printableLine(warning)}`),
    ...(assertions.length === 0 ? [] : [`  ${held} of ${assertions.length} assertions hold`]),
    ...(names.length === 0 ? [] : [`  captured: ${names.map(printableLine).join(', ')}`]),
    ...(response ? [`  response body ${response.size} bytes`] : []),
    ...(status === 'failed' ? [`more: ${callText('svc_explain', { run, request: number })}`] : []),
    `more: ${response ? call('body') : call('request')}`,
  ].join('\n');
}

function failuresText(results: readonly KeptResult[]): string {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return 'nothing failed';
  return failed.flatMap((result) => [resultLine(result), ...reasonLines(result, Infinity)]).join('\n');
}

function requestPart(result: KeptResult, part: RequestPart): string {
  switch (part) {
    case 'request':
      return requestText(result);
    case 'headers':
      return headersText(result);
    case 'body':
      return bodyText(result);
    case 'assertions':
      return assertionsText(result);
    case 'captures':
      return capturesText(result);
  }
}

function requestText({ request, error, skipReason }: KeptResult): string {
  const { method, url, isBuilt, headers, body } = request;
  const first = `${printableLine(method)} ${printableLine(url)}`;
  const reason = printableLine(error || skipReason);
  if (!isBuilt) return `${first}\nnot sent${reason === '' ? '' : `: ${reason}`}`;
  const head = [first, ...headerLines(headers)].join('\n');
  if (body.text === '' && !body.isCut) return head;
  return `${head}\n\n${shownBody(body)}${body.isCut ? '\n[the rest of this body is not kept]' : ''}`;
}

function headersText({ response, error, skipReason }: KeptResult): string {
  if (!response) return noResponse(error || skipReason);
  return [printableLine(response.status), ...headerLines(response.headers)].join('\n');
}

/** A header that came several times has a line for each value. */
function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value.split('\n').map((line) => `${printableLine(name)}: ${printableLine(line)}`),
  );
}

function bodyText({ response, error, skipReason }: KeptResult): string {
  if (!response) return noResponse(error || skipReason);
  const { body, size } = response;
  if (size === 0) return 'the response has no body';
  if (!body.isCut) return shownBody(body);
  if (body.text === '') return `the body of ${size} bytes is not kept; run the request alone to read it`;
  return `${shownBody(body)}\n[only this start of a body of ${size} bytes is kept]`;
}

/** More characters than any body has after it was indented. */
const MAX_INDENTED_CHARACTERS = 4 * 1024 * 1024;

function shownBody({ text, isCut }: KeptBody): string {
  return printable((isCut ? undefined : indentedJson(text, MAX_INDENTED_CHARACTERS)) ?? text);
}

function noResponse(reason: string): string {
  return reason === '' ? 'there is no response' : `there is no response: ${printableLine(reason)}`;
}

function assertionsText(result: KeptResult): string {
  const { assertions, failures, file } = result;
  // Without assertions, a status outside 200 to 299 is the failure.
  const unasserted = failures.map(({ text }) => `FAIL ${placeOf(result)} ${printableLine(text)}`);
  if (assertions.length === 0) return unasserted.join('\n') || 'the request has no assertions';
  return assertions.map((assertion) => assertionLines(assertion, file)).join('\n');
}

function assertionLines(assertion: KeptAssertion, file: string): string {
  const { line, subject, operator, passed, isSkipped, expected, actual, note } = assertion;
  const word = isSkipped ? 'SKIP' : passed ? 'PASS' : 'FAIL';
  const checked = `${word} ${placeOf({ file, line })} ${subject} ${operator}`;
  if (word !== 'FAIL') return printableLine(expected === '' ? checked : `${checked} ${expected}`);
  const notes = note === '' ? [] : note.split('\n').map((each) => `  ${printableLine(each.trim())}`);
  return [printableLine(`${checked}: expected ${expected}, got ${actual}`), ...notes].join('\n');
}

function capturesText({ captures }: KeptResult): string {
  const entries = Object.entries(captures);
  if (entries.length === 0) return 'the request has captured nothing';
  return entries.map(([name, value]) => `${printableLine(name)} = ${jsonLine(value)}`).join('\n');
}
