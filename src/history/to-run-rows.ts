import { OPERATORS } from '../request-file/text/operators.js';
import { CONDITION_NOT_MET } from '../evaluation/values/skipped-message.js';
import { toJson } from '../evaluation/values/json.js';
import { credentialValues, isCredentialHeader } from '../redaction/credential-headers.js';
import { redactAssertion, redactUrl } from '../redaction/redact.js';
import { cutAtByte, redactedStart } from '../redaction/redacted-start.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { AssertionResult, FileOutcome, RequestOutcome } from '../runner/outcome/result.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import type { RunRows } from './store/run-rows.js';
import { isText } from './text-media.js';

export type RunSource = 'cli' | 'server';

const MAX_PREVIEW_BYTES = 65_536;
const MAX_VALUE_BYTES = 4096;
const MAX_ACTUAL_CHARACTERS = 2048;

/**
 * Converts a run to its stored form: redacted, with every text cut to its limit. `secrets` is complete only after
 * the run has ended.
 */
export function toRunRows(
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
 * Returns the rows as JSON for the history thread: a short text is cheap to copy, a long one is encoded to bytes
 * that can be transferred.
 */
export function toRunRowJson(...run: Parameters<typeof toRunRows>): string | Uint8Array {
  const rows = toRunRows(...run);
  let text: string;
  try {
    text = JSON.stringify(rows);
  } catch (error) {
    // The text would exceed the maximum length of a string, so the bytes are built from its parts.
    if (error instanceof RangeError) return jsonBytes(rows);
    throw error;
  }
  return text.length <= MAX_COPIED_LENGTH ? text : new TextEncoder().encode(text);
}

const MAX_COPIED_LENGTH = 16 * 1024;

function addResult(rows: RunRows, outcome: RequestOutcome, runSecrets: SecretSet): void {
  const { request, response, secretHeaders, secretParameters, error, assertions } = outcome;
  const secrets = runSecrets.with(credentialValues(credentialsOf(outcome), secretHeaders));
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

/** Collects the credentials from the headers of all requests and responses of the exchange. */
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
  const redaction = { text: (text: string) => secrets.redact(text), longest: secrets.maxFormLength };
  return redactedStart(response.body, MAX_PREVIEW_BYTES, redaction, response.bodyTruncated);
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
    cutAtByte(OPERATORS.get(operator)?.shape === 'none' ? '' : text(expected), MAX_VALUE_BYTES),
    // Results have null for an absent value.
    cutAtByte(firstCharacters(text(actual ?? ''), MAX_ACTUAL_CHARACTERS), MAX_VALUE_BYTES),
    Number(passed),
    cutAtByte(assertion.skipped ? CONDITION_NOT_MET : message, MAX_VALUE_BYTES),
  );
}

/** Strings stay as they are, other values become JSON, and an absent value becomes an empty text. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Number.isSafeInteger(value) || typeof value === 'boolean') return String(value);
  return value === undefined ? '' : toJson(value);
}

function firstCharacters(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('');
}
