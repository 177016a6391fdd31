import { toJson } from '../evaluation/json.js';
import { timeSlice } from '../primitives/time-slice.js';
import { credentialValues, isCredentialHeader } from '../redaction/credential-headers.js';
import { redactAssertion, redactUrl } from '../redaction/redact.js';
import { cutAtByte, redactedStart } from '../redaction/redacted-start.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { AssertionResult, FileOutcome, RequestOutcome } from '../runner/result.js';
import { isText } from './text-media.js';

/** A run as it is stored: redacted, every text within its limit. */
export interface StoredRun {
  readonly workspace: string;
  readonly source: RunSource;
  readonly filePath: string;
  readonly environment: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly durationMs: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
  readonly results: readonly StoredResult[];
}

export type RunSource = 'cli' | 'server';

export interface StoredResult {
  readonly requestName: string;
  readonly method: string;
  readonly url: string;
  /** 0 without a response. */
  readonly statusCode: number;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly skipReason: string;
  readonly description: string;
  readonly bodyPreview: string;
  readonly error: string | null;
  readonly assertions: readonly StoredAssertion[];
}

export interface StoredAssertion {
  readonly operator: string;
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
  readonly passed: boolean;
  readonly message: string;
}

const PREVIEW_BYTES = 65_536;
const VALUE_BYTES = 4096;
/** language.md 6.7 */
const ACTUAL_CHARACTERS = 2048;

/** `secrets` has to be complete, so this is called when the run has ended. */
export function toStoredRun(
  outcome: FileOutcome,
  workspace: string,
  environment: string,
  secrets: SecretSet,
  source: RunSource = 'cli',
): StoredRun {
  const results = outcome.results.map((result) => toStoredResult(result, secrets));
  return storedRun(outcome, results, workspace, environment, secrets, source);
}

/** The same where others must not wait for it: a run may have a hundred thousand results. */
export async function toStoredRunInSteps(
  outcome: FileOutcome,
  workspace: string,
  environment: string,
  secrets: SecretSet,
  source: RunSource,
): Promise<StoredRun> {
  const results: StoredResult[] = [];
  const pause = timeSlice();
  for (const result of outcome.results) {
    results.push(toStoredResult(result, secrets));
    const others = pause();
    if (others) await others;
  }
  return storedRun(outcome, results, workspace, environment, secrets, source);
}

function storedRun(
  outcome: FileOutcome,
  results: readonly StoredResult[],
  workspace: string,
  environment: string,
  secrets: SecretSet,
  source: RunSource,
): StoredRun {
  const { startedAt, duration, passed, failed, skipped } = outcome;
  return {
    workspace,
    source,
    filePath: outcome.file,
    environment: secrets.redact(environment),
    startedAt: Math.round(startedAt),
    finishedAt: Math.round(startedAt + duration),
    durationMs: Math.round(duration),
    passed,
    failed,
    skipped,
    total: passed + failed + skipped,
    results,
  };
}

function toStoredResult(outcome: RequestOutcome, ofRun: SecretSet): StoredResult {
  const { request, response, secretHeaders, secretParameters, error } = outcome;
  const secrets = ofRun.with(credentialValues(credentialsOf(outcome), secretHeaders));
  return {
    requestName: secrets.redact(outcome.shownName),
    method: secrets.redact(request.method),
    url: redactUrl(request.url, secrets, secretParameters),
    statusCode: response.statusCode,
    durationMs: Math.round(outcome.duration),
    passed: outcome.passed,
    skipped: outcome.skipped,
    skipReason: secrets.redact(outcome.skipReason),
    description: secrets.redact(outcome.description),
    bodyPreview: bodyPreview(outcome, secrets),
    error: error === '' ? null : secrets.redact(error),
    assertions: outcome.assertions.map((assertion) => toStoredAssertion(assertion, secrets, secretHeaders)),
  };
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

function toStoredAssertion(
  assertion: AssertionResult,
  secrets: SecretSet,
  secretHeaders: readonly string[],
): StoredAssertion {
  const { operator, subject, expected, actual, passed, message } = redactAssertion(
    assertion,
    secrets,
    secretHeaders,
  );
  const text = (value: unknown): string => secrets.redact(valueText(value));
  return {
    operator,
    subject,
    expected: cutAtByte(WITHOUT_VALUE.has(operator) ? '' : text(expected), VALUE_BYTES),
    // Results have null for what is absent (language.md 6.7).
    actual: cutAtByte(firstCharacters(text(actual ?? ''), ACTUAL_CHARACTERS), VALUE_BYTES),
    passed,
    message: cutAtByte(message, VALUE_BYTES),
  };
}

const WITHOUT_VALUE = new Set(['exists', 'notExists', 'isEmpty', 'notIsEmpty']);

/** Strings as they are, other values as JSON, absent as nothing (server.md 9). */
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
