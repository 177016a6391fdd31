import { failuresOf, failureText } from '../results/failure.js';
import { durationText } from './html-parts.js';
import { escapeHtml, htmlLink } from './html-text.js';
import { assertionTable, nameTable, section } from './run-html-detail.js';
import type { RequestReport, TestReport } from '../results/test-report.js';
import { cutText, longValue } from '../../evaluation/values/value-text.js';

const MARKS: Readonly<Record<TestReport['status'], readonly [mark: string, word: string]>> = {
  passed: ['✓', 'Passed'],
  failed: ['✗', 'Failed'],
  error: ['!', 'Not completed'],
  skipped: ['–', 'Skipped'],
};

/** The maximum bytes of a body in the page. Only failed tests show bodies, so that a report of thousands stays small. */
const BODY_BYTES = 8192;
const MAX_REASON_CHARS = 300;

/**
 * One row that opens to show everything about a test. There is no white space between rows, because browsers take minutes
 * to sort 10,000 rows with text nodes between them.
 */
export function testItem(test: TestReport): string {
  const state = test.status === 'error' ? 'failed' : test.status;
  return `<li class="test ${test.status}" data-state="${state}" data-duration="${test.duration}"><details>
<summary>${summaryOf(test)}</summary>
<div class="detail">
${details(test)}</div>
</details>
</li>`;
}

function summaryOf(test: TestReport): string {
  const [mark, word] = MARKS[test.status];
  const reason = reasonOf(test);
  const spent = test.status === 'skipped' ? '' : durationText(test.duration);
  return [
    `<span class="mark" aria-hidden="true">${mark}</span>`,
    `<h3><span class="quiet">${word}: </span>${escapeHtml(test.title)}</h3>`,
    `<span class="spent">${spent}<span class="chevron" aria-hidden="true"></span></span>`,
    `<span class="about">${aboutParts(test).join(' ')}</span>`,
    reason === '' ? '' : `<span class="why">${escapeHtml(reason)}</span>`,
  ].join('');
}

function aboutParts(test: TestReport): string[] {
  const { request, file, line, attempts, tags, pulledIn, shownName } = test;
  const place = line === 0 ? file : `${file}:${line}`;
  const address = request === undefined ? '' : `${request.method} ${request.url}`;
  return [
    ...(test.status === 'skipped' ? [`<span class="reason">${escapeHtml(test.skipReason)}</span>`] : []),
    ...(request === undefined || address === shownName
      ? []
      : [`<span>${methodAnd(request, escapeHtml)}</span>`]),
    ...(place === shownName ? [] : [`<span>${escapeHtml(place)}</span>`]),
    ...(attempts > 1 ? [`<span class="chip retried">attempt ${attempts}</span>`] : []),
    ...(pulledIn ? ['<span class="chip">dependency</span>'] : []),
    ...tags.map((tag) => `<span class="chip">${escapeHtml(tag)}</span>`),
  ];
}

function methodAnd({ method, url }: RequestReport, urlHtml: (url: string) => string): string {
  return `<span class="method">${escapeHtml(method)}</span> ${urlHtml(url)}`;
}

/** The first line of the reason, which is visible without opening the test. */
function reasonOf(test: TestReport): string {
  const [failure] = failuresOf(test);
  const asserted = failure === undefined ? '' : failureText(failure);
  const whole = test.status === 'error' ? (test.problems[0] ?? `${test.errorKind}: ${test.error}`) : asserted;
  return whole.length > MAX_REASON_CHARS ? `${cutText(whole, MAX_REASON_CHARS)}...` : whole;
}

function details(test: TestReport): string {
  const failed = test.status === 'failed' || test.status === 'error';
  return [
    test.description === '' ? '' : `<p class="lead">${escapeHtml(test.description)}</p>\n`,
    test.status === 'error'
      ? section('Error', `<p class="error-text">${escapeHtml(errorText(test))}</p>`)
      : '',
    test.status === 'skipped' ? section('Skip reason', `<p>${escapeHtml(test.skipReason)}</p>`) : '',
    test.warnings.length === 0 ? '' : section('Warnings', listOf(test.warnings)),
    test.assertions.length === 0 ? '' : section('Assertions', assertionTable(test.assertions)),
    unasserted(test),
    requestSection(test, failed),
    responseSection(test, failed),
    captureSection(test),
    eventSection(test),
    shellSection(test),
  ].join('');
}

function errorText({ problems, errorKind, error }: TestReport): string {
  return problems.length > 0 ? problems.join('\n') : `${errorKind}: ${error}`;
}

function listOf(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

function unasserted(test: TestReport): string {
  if (test.status !== 'failed' || test.assertions.some(({ passed }) => !passed)) return '';
  return section('Verdict', listOf(failuresOf(test).map(failureText)));
}

function requestSection({ request }: TestReport, failed: boolean): string {
  if (request === undefined) return '';
  const address = `<p class="address mono">${methodAnd(request, htmlLink)}</p>`;
  const headers = nameTable('Header', 'Value', Object.entries(request.headers));
  return section('Request', `${address}${headers}${failed ? bodyText(request.bodyStart(BODY_BYTES)) : ''}`);
}

function responseSection({ request, response }: TestReport, failed: boolean): string {
  if (response === undefined) return '';
  const { status, size, duration, finalUrl, headers } = response;
  const facts = `<p class="address mono">${escapeHtml(status)} · ${size} bytes · ${durationText(duration)}</p>`;
  const elsewhere = finalUrl !== '' && finalUrl !== request?.url;
  const url = elsewhere ? `<p class="address mono">Final URL: ${htmlLink(finalUrl)}</p>` : '';
  const table = nameTable('Header', 'Value', Object.entries(headers));
  return section(
    'Response',
    `${facts}${url}${table}${failed ? bodyText(response.bodyStart(BODY_BYTES)) : ''}`,
  );
}

function bodyText(body: string): string {
  return body === '' ? '' : `<pre tabindex="0" role="region" aria-label="Body">${escapeHtml(body)}</pre>`;
}

function captureSection({ captures }: TestReport): string {
  const rows = Object.entries(captures).map(([name, value]) => [name, longValue(value)] as const);
  return rows.length === 0 ? '' : section('Captures', nameTable('Name', 'Value', rows));
}

function eventSection({ events }: TestReport): string {
  if (events.length === 0) return '';
  const rows = events.map(
    ({ id, type, data }) => [`${type || 'message'}${id === '' ? '' : ` #${id}`}`, data] as const,
  );
  return section('Events', nameTable('Event', 'Data', rows));
}

function shellSection({ shell }: TestReport): string {
  if (shell.length === 0) return '';
  const runs = shell.map(
    ({ command, exitCode, output }) =>
      `$ ${command}\n${output}${output === '' || output.endsWith('\n') ? '' : '\n'}exit code ${exitCode}`,
  );
  return section(
    'Shell',
    `<pre tabindex="0" role="region" aria-label="Shell output">${escapeHtml(runs.join('\n'))}</pre>`,
  );
}
