/** Why one result of a run is what it is, as svc_explain tells it. */
import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import { failureExplanationOf } from '../../authoring/explanations.js';
import { ADVICE_ON_PASS, ADVICE_ON_SKIP, adviceOnFailure } from '../../authoring/failed-assertion-advice.js';
import { createSentCommand } from '../../convert/to-curl/sent-command.js';
import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { fitEntries } from './fit-entries.js';
import type { KeptAssertion, KeptResult, KeptRun, KeptUse } from './kept-run.js';
import { nearMembers, placesOfExpected, readResponse } from './near-values.js';
import { callText, MAX_NAME_CHARACTERS, placeOf } from './result-lines.js';

interface Reason {
  readonly place: string;
  readonly text: string;
  readonly near: readonly string[];
  readonly found_at: readonly string[];
}

/** Two values of 200 characters, the subject and a note. */
const MAX_TEXT_CHARACTERS = 700;
const MAX_PATH_CHARACTERS = 200;
const MAX_REASONS = 20;
const MAX_USES = 20;

/** Compact JSON of it has at most 8 KiB. */
export function explainResult(run: KeptRun, result: KeptResult): Readonly<Record<string, unknown>> {
  const reasons = reasonsOf(result);
  const command = curlOf(run, result);
  const whole = explanation(run, result, reasons, command);
  // A command is of no use to a reader who does not see what is wrong.
  return whole.reasons.length > 0 || reasons.length === 0
    ? whole
    : explanation(run, result, reasons, undefined);
}

function explanation(
  run: KeptRun,
  result: KeptResult,
  all: readonly Reason[],
  command: string | undefined,
): { readonly reasons: readonly unknown[] } {
  const { number, name, errorKind, status } = result;
  const failure = errorKind === '' ? undefined : failureExplanationOf(errorKind);
  const reasons = all.slice(0, MAX_REASONS);
  const uses = result.uses.slice(0, MAX_USES).map(shownUse);
  const head = {
    run: run.id,
    request: number,
    name: cutLine(name, MAX_NAME_CHARACTERS),
    place: placeOf(result),
    verdict: status,
    ...(errorKind !== '' && { errorKind }),
    ...(failure && { why: failure.why }),
  };
  const tail = {
    todo: failure?.whatToDo ?? adviceFor(run, result, all[0]),
    ...(command !== undefined && { curl: command }),
  };
  const left = all.length - reasons.length + result.uses.length - uses.length;
  return fitEntries(
    [
      ...reasons.map((entry) => ({ list: 'reasons', entry })),
      ...uses.map((entry) => ({ list: 'uses', entry })),
    ],
    left,
    (lists, more) => ({
      ...head,
      reasons: lists['reasons'] ?? [],
      uses: lists['uses'] ?? [],
      ...(more > 0 && { more }),
      ...tail,
    }),
  );
}

/** The error first, then the assertions that do not hold; for a skipped request, why it was skipped. */
function reasonsOf(result: KeptResult): Reason[] {
  const { file, error, status, skipReason, failures, assertions, response } = result;
  const plain = (text: string): Reason => ({
    place: placeOf(result),
    text: shownText(text),
    near: [],
    found_at: [],
  });
  if (status === 'skipped') return [plain(skipReason)];
  const read = response && readResponse(response);
  const failed = assertions.filter(({ passed }) => !passed);
  const checked = failures.map(({ line, text }, index): Reason => {
    const assertion = failures.length === failed.length ? failed[index] : undefined;
    const isRead = assertion !== undefined && read !== undefined && index < MAX_REASONS;
    return {
      place: placeOf({ file, line }),
      text: shownText(text),
      near: isRead ? shownPaths(nearMembers(assertion, read)) : [],
      found_at: isRead ? shownPaths(placesOfExpected(assertion, read)) : [],
    };
  });
  return error === '' ? checked : [plain(error), ...checked];
}

function adviceFor(run: KeptRun, result: KeptResult, first: Reason | undefined): string {
  const { status, response, assertions } = result;
  if (status === 'passed') return ADVICE_ON_PASS;
  if (status === 'skipped') return adviceOnSkip(run, result);
  const failed: KeptAssertion | undefined = assertions.find(({ passed }) => !passed);
  return adviceOnFailure({
    statusCode: response?.statusCode ?? 0,
    isAbsent: failed?.isAbsent === true,
    near: first?.near ?? [],
    foundAt: first?.found_at ?? [],
  });
}

/** The request that this one depends on is the one to look at. */
function adviceOnSkip(run: KeptRun, { file, skipReason }: KeptResult): string {
  const [, path, name] = /^dependency failed: (?:(.*)#)?(.+)$/.exec(skipReason) ?? [];
  const place = path === undefined ? file : posix.join(posix.dirname(file), path);
  const named = run.results.filter((result) => result.status === 'failed' && result.name === name);
  const cause = named.find((result) => result.file === place) ?? (named.length === 1 ? named[0] : undefined);
  if (cause === undefined) return ADVICE_ON_SKIP;
  return `Find out first why ${shownText(cause.name)} failed: ${callText('svc_explain', { run: run.id, request: cause.number })}`;
}

const MAX_COMMAND_BODY_CHARACTERS = 1000;
const MAX_COMMAND_BYTES = 3000;

/** The request as it was sent; undefined when it was not built, or the command would be too long to be of use. */
function curlOf({ id }: KeptRun, { number, request }: KeptResult): string | undefined {
  const { isBuilt, method, url, headers, body } = request;
  if (!isBuilt) return undefined;
  const isLong = body.isCut || body.text.length > MAX_COMMAND_BODY_CHARACTERS;
  const call = callText('svc_result', { run: id, request: number, part: 'request' });
  const command = createSentCommand({
    method,
    url,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value.split('\n').map((each) => ({ name, value: each })),
    ),
    body: isLong ? `(the body, which is too long for here: ${call})` : body.text || undefined,
    isInsecure: false,
  });
  return Buffer.byteLength(toJson(command)) > MAX_COMMAND_BYTES ? undefined : command;
}

function shownUse({ name, from, value }: KeptUse): KeptUse {
  return { name: shownText(name), from: shownText(from), value: shownText(value) };
}

function shownText(text: string): string {
  return cutLine(text, MAX_TEXT_CHARACTERS);
}

function shownPaths(paths: readonly string[]): string[] {
  return paths.map((path) => cutLine(path, MAX_PATH_CHARACTERS));
}

/** Cut once more, since an escaped character takes several. */
function cutLine(text: string, maxCharacters: number): string {
  return cutText(printableLine(cutText(text, maxCharacters)), maxCharacters);
}
