import { printable, printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { SHOWN_BODY_BYTES } from '../results/body-report.js';
import { redactorOf } from '../results/redactor.js';
import type { Styler } from './style.js';
import type { TestReport } from '../results/test-report.js';

const SHOWS_HEADERS = 2;
const SHOWS_BODIES = 3;

/** What went over the wire: from `-vv` on headers and the way to the answer, with `-vvv` bodies and phases. */
export function exchangeLines(
  test: TestReport,
  outcome: RequestOutcome,
  secrets: SecretSet,
  verbosity: number,
  style: Styler,
): string[] {
  if (verbosity < SHOWS_HEADERS || test.request === undefined) return [];
  const { request, response } = test;
  const bodies = verbosity >= SHOWS_BODIES;
  const lines = [
    heading('Request:', `${request.method} ${request.url}`, style),
    ...headerLines(request.headers),
    ...(bodies ? bodyLines('Request body:', request.bodyStart(SHOWN_BODY_BYTES), style) : []),
    ...wayLines(outcome, secrets, style),
  ];
  if (response !== undefined) {
    lines.push(
      heading('Response:', `${response.status} (${response.size} bytes)`, style),
      ...headerLines(response.headers),
    );
    if (bodies) lines.push(...bodyLines('Response body:', response.bodyStart(SHOWN_BODY_BYTES), style));
    lines.push(heading('Final URL:', response.finalUrl || request.url, style));
  }
  lines.push(heading('Attempts:', String(test.attempts), style));
  if (bodies) lines.push(...timingLines(outcome, style));
  return lines.map((line) => `      ${line}`);
}

function heading(label: string, text: string, style: Styler): string {
  return `${style('cyan', label)} ${printableLine(text)}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value.split('\n').map((line) => `  ${printableLine(`${name}: ${line}`)}`),
  );
}

function bodyLines(label: string, body: string, style: Styler): string[] {
  if (body === '') return [];
  return [
    style('cyan', label),
    ...printable(body)
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** Redirects, authentication and earlier attempts; a single exchange is the request itself. */
function wayLines(outcome: RequestOutcome, secrets: SecretSet, style: Styler): string[] {
  if (outcome.exchanges.length < 2) return [];
  const { url, text } = redactorOf(outcome, secrets);
  const steps = outcome.exchanges.map(({ request, response, duration }) => {
    const answer =
      response === undefined ? 'no answer' : text(`${response.statusCode} ${response.statusText}`.trim());
    return `  ${printableLine(`${request.method} ${url(request.url)} -> ${answer}`)} (${Math.round(duration)}ms)`;
  });
  return [style('cyan', 'Exchanges:'), ...steps];
}

function timingLines({ timing }: RequestOutcome, style: Styler): string[] {
  if (timing === undefined) return [];
  const phases = [
    ['dns', timing.dns],
    ['connect', timing.connect],
    ['tls', timing.tls],
    ['first byte', timing.firstByte],
    ['body', timing.body],
  ] as const;
  return [
    heading('Timing:', phases.map(([name, ms]) => `${name} ${Math.round(ms * 10) / 10}ms`).join(', '), style),
  ];
}
