import { toJson } from '../evaluation/values/json.js';
import { credentialValues, isCredentialHeader } from '../redaction/credential-headers.js';
import { redactAssertion, redactUrl } from '../redaction/redact.js';
import { cutAtByte, redactedStart } from '../redaction/redacted-start.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { AssertionResult, FileOutcome, RequestOutcome } from '../runner/outcome/result.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import type { RunRows } from './run-rows.js';
import { isText } from './text-media.js';

export type RunSource = 'cli' | 'server';

const PREVIEW_BYTES = 65_536;
const VALUE_BYTES = 4096;
/** Of an actual value. */
const ACTUAL_CHARACTERS = 2048;

/** A run as it is stored: redacted, every text within its limit. `secrets` has to be complete, so the run has ended. */
export function runRows(
  outcome: FileOutcome,
  workspace: string,
  environment: string,
  secrets: SecretSet,
  source: RunSource,
): RunRows {
  const { file, startedAt, duration, passed, failed, skipped, results } = outcome;
  const rows: RunRows = {
    runs: [
      workspace,
      source,
      file,
      secrets.redact(environment),
      Math.round(startedAt),
      Math.round(startedAt + duration),
      Math.round(duration),
      passed,
      failed,
      skipped,
      passed + failed + skipped,
    ],
    resultCounts: [results.length],
    results: [],
    assertionCounts: [],
    assertions: [],
  };
  for (const result of results) addResult(rows, result, secrets);
  return rows;
}

/**
 * The same as JSON for the thread of the history, by way of another one: a short text is copied in less time than
 * memory is handed over, and a long one must not be copied.
 */
export function runRowJson(...run: Parameters<typeof runRows>): string | Uint8Array {
  const rows = runRows(...run);
  let text: string;
  try {
    text = JSON.stringify(rows);
  } catch (error) {
    // The text would be longer than a string can be; bytes are made of its parts.
    if (error instanceof RangeError) return jsonBytes(rows);
    throw error;
  }
  return text.length <= MAX_COPIED_LENGTH ? text : new TextEncoder().encode(text);
}

const MAX_COPIED_LENGTH = 16 * 1024;

function addResult(rows: RunRows, outcome: RequestOutcome, ofRun: SecretSet): void {
  const { request, response, secretHeaders, secretParameters, error, assertions } = outcome;
  const secrets = ofRun.with(credentialValues(credentialsOf(outcome), secretHeaders));
  rows.results.push(
    secrets.redact(outcome.shownName),
    secrets.redact(request.method),
    redactUrl(request.url, secrets, secretParameters),
    response.statusCode,
    Math.round(outcome.duration),
    Number(outcome.passed),
    Number(outcome.skipped),
    secrets.redact(outcome.skipReason),
    secrets.redact(outcome.description),
    bodyPreview(outcome, secrets),
    error === '' ? null : secrets.redact(error),
  );
  rows.assertionCounts.push(assertions.length);
  for (const assertion of assertions) addAssertion(rows, assertion, secrets, secretHeaders);
}

/** Of all that was sent and received on the way. */
function credentialsOf({ request, response, exchanges, secretHeaders }: RequestOutcome): Header[] {
  const found: Header[] = [];
  for (const headers of [request.headers, response.headers]) {
    for (const name of Object.keys(headers)) {
      if (isCredentialHeader(name, secretHeaders)) found.push([name, headers[name] ?? '']);
    }
  }
  for (const exchange of exchanges) {
    for (const headers of [exchange.request.headers, exchange.response?.headers ?? []]) {
      for (const header of headers) if (isCredentialHeader(header[0], secretHeaders)) found.push(header);
    }
  }
  return found;
}

type Header = readonly [name: string, value: string];

function bodyPreview({ response }: RequestOutcome, secrets: SecretSet): string {
  if (!isText(contentType(response.headers), response.body)) return '';
  const redaction = { text: (text: string) => secrets.redact(text), longest: secrets.longestForm };
  return redactedStart(response.body, PREVIEW_BYTES, redaction, response.bodyTruncated);
}

function contentType(headers: Readonly<Record<string, string>>): string {
  const name = Object.keys(headers).find((key) => key.length === 12 && key.toLowerCase() === 'content-type');
  return name === undefined ? '' : (headers[name] ?? '');
}

function addAssertion(
  rows: RunRows,
  assertion: AssertionResult,
  secrets: SecretSet,
  secretHeaders: readonly string[],
): void {
  const { operator, subject, expected, actual, passed, message } = redactAssertion(
    assertion,
    secrets,
    secretHeaders,
  );
  const text = (value: unknown): string => secrets.redact(valueText(value));
  rows.assertions.push(
    operator,
    subject,
    cutAtByte(WITHOUT_VALUE.has(operator) ? '' : text(expected), VALUE_BYTES),
    // Results have null for what is absent.
    cutAtByte(firstCharacters(text(actual ?? ''), ACTUAL_CHARACTERS), VALUE_BYTES),
    Number(passed),
    cutAtByte(message, VALUE_BYTES),
  );
}

const WITHOUT_VALUE = new Set(['exists', 'notExists', 'isEmpty', 'notIsEmpty']);

/** Strings as they are, other values as JSON, absent as nothing. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Number.isSafeInteger(value) || typeof value === 'boolean') return String(value);
  return value === undefined ? '' : toJson(value);
}

function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}
