import { printable, printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { SHOWN_BODY_BYTES } from '../results/body-report.js';
import { createRedactor } from '../results/redactor.js';
import type { Styler } from './style.js';
import type { TestReport } from '../results/test-report.js';

const SHOWS_HEADERS = 2;
const SHOWS_BODIES = 3;

/** The exchanges of a test: headers and redirects from `-vv` on, bodies and timing with `-vvv`. */
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
    ...hopLines(outcome, secrets, style),
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

/** Redirects, authentication and earlier attempts; a single exchange is shown as the request itself. */
function hopLines(outcome: RequestOutcome, secrets: SecretSet, style: Styler): string[] {
  if (outcome.exchanges.length < 2) return [];
  const { url, text } = createRedactor(outcome, secrets);
  const steps = outcome.exchanges.map(({ request, response, duration }) => {
    const status =
      response === undefined ? 'no response' : text(`${response.statusCode} ${response.statusText}`.trim());
    return `  ${printableLine(`${request.method} ${url(request.url)} -> ${status}`)} (${Math.round(duration)}ms)`;
  });
  return [style('cyan', 'Exchanges:'), ...steps];
}

function timingLines({ timing }: RequestOutcome, style: Styler): string[] {
  if (timing === undefined) return [];
  const { dns, connect, tls, firstByte, body } = timing;
  const phases = Object.entries({ dns, connect, tls, 'first byte': firstByte, body });
  const texts = phases.map(([name, ms]) => `${name} ${Math.round(ms * 10) / 10}ms`);
  return [heading('Timing:', texts.join(', '), style)];
}
