import { describe, expect, it } from 'vitest';
import { exchange, fileOf, outcome, runOf } from '../../test/support/runs/build-outcome.js';
import { requestFile } from '../../test/support/runs/request-file.js';
import { keepSourceText } from '../request-file/source-text.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { githubSummary } from './github-summary.js';
import { createProgress } from './console/progress.js';
import { RUN_REPORTS } from './report-files.js';
import { createConsoleReport, renderConsole } from './console/run-console.js';
import { styler } from './console/style.js';

const SECRETS = ['tok_9f8e7d6c5b4a3f2e', 'pä ss/wörd"1+2&<x>', '4711471147114711'];

/** Every form that a secret may have in the results of a test. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** A failed test with the text in every place that contains text. */
function planted(text: string): RequestOutcome {
  const bytes = new TextEncoder().encode(`a=${text}`);
  const binary = Uint8Array.of(0, 255, ...new TextEncoder().encode(text), 0);
  const headers = [
    ['Content-Type', 'text/plain'],
    ['X-Note', text],
  ] as const;
  const sent = { method: 'POST', url: `https://x.example.test/a?b=${text}#${text}`, headers };
  const status = { statusCode: 302, statusText: text, httpVersion: '1.1', wireSize: 3 };
  const received = { ...status, headers: [['Location', `/x?c=${text}`], ...headers] as const };
  return outcome({
    name: `name ${text}`,
    description: `description ${text}`,
    tags: [`tag-${text}`],
    file: `dir/${text}.http`,
    passed: false,
    request: {
      method: 'POST',
      url: `https://x.example.test/?b=${text}`,
      headers: { 'X-Note': text },
      body: text,
    },
    response: {
      statusCode: 500,
      status: `500 ${text}`,
      headers: { 'X-Note': text },
      body: `{"a":"${text}"}`,
      duration: 1,
      size: 1,
      finalUrl: `https://x.example.test/?c=${text}`,
    },
    assertions: [
      {
        subject: `body.${text}`,
        operator: 'equals',
        expected: { a: [text], [text]: 1 },
        actual: text,
        passed: false,
        message: `expected ${text}`,
        line: 3,
      },
      {
        subject: 'body.n',
        operator: 'equals',
        expected: 1,
        actual: 2,
        passed: false,
        message: text,
        line: 4,
      },
      {
        subject: 'body',
        operator: 'snapshot',
        expected: null,
        actual: { a: `${'x'.repeat(150)}${text}` },
        passed: false,
        message: 'expected body snapshot: differs',
        line: 5,
        stored: { a: `${'x'.repeat(150)}y`, b: text },
      },
      {
        subject: 'body',
        operator: 'equals',
        expected: `${'x'.repeat(200)}${text}`,
        actual: `${'x'.repeat(198)}${text}`,
        passed: false,
        message: '',
        line: 6,
      },
    ],
    captures: { plain: text, deep: { list: [text] }, [text]: 1 },
    error: `cannot reach ${text}`,
    errorKind: 'shell',
    warnings: [`warning ${text}`],
    sseEvents: [{ id: text, type: text, data: text }],
    shell: [{ command: `echo ${text}`, exitCode: 1, output: text }],
    exchanges: [
      exchange({ request: { ...sent, body: bytes }, response: { ...received, body: bytes } }),
      exchange({ request: { ...sent, body: binary }, response: { ...received, body: binary } }),
    ],
  });
}

function plantedRun(text: string, secrets: readonly string[]): RunOutcome {
  const late = outcome({ name: `late ${text}`, skipped: true, passed: false, skipReason: `because ${text}` });
  const failed = { ...planted(text), error: '', errorKind: '' as const, name: `failed ${text}` };
  const run = runOf([fileOf(`dir/${text}.http`, [planted(text), failed, late])], secrets);
  return { ...run, environment: `env-${text}` };
}

async function everyReport(run: RunOutcome): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const { line, shownName } = run.files[0]?.results[0] ?? outcome();
  const file = await requestFile({
    [line]: '###',
    [line + 1]: `# @nothing ${shownName}`,
    [line + 2]: `GET /${shownName}`,
  });
  const sources = { ...file, requests: file.requests.map((request) => ({ ...request, line })) };
  keepSourceText(sources, `${shownName}\n`.repeat(9));
  for (const [format, report] of Object.entries(RUN_REPORTS)) {
    const render = await report.load();
    texts.set(format, [...render(run, { version: '1.4.0' })].join(''));
  }
  for (const verbosity of [0, 1, 2, 3]) {
    texts.set(
      `console ${verbosity}`,
      await renderConsole(run, {
        style: styler(false),
        verbosity,
        version: '1.4.0',
        findFile: () => sources,
      }),
    );
  }
  return texts.set('summary', githubSummary(run));
}

/** The text as its readers see it: a secret must not reappear when escapes are decoded. */
function readings(text: string): string[] {
  const entities = text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const percent = text.replaceAll('%25', '%').replaceAll('%3A', ':').replaceAll('%2C', ',');
  const json = text.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  const base64 = Array.from(text.matchAll(/"text": "([A-Za-z0-9+/=]{8,})"/g), ([, data = '']) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  return [text, entities, percent, json, json.replaceAll('\\"', '"'), ...base64];
}

const cases = SECRETS.flatMap((secret) => formsOf(secret).map((form) => [form, secret] as const));

describe('no report shows a secret', () => {
  it.each(cases)('planted everywhere as %s', async (form, secret) => {
    for (const [format, text] of await everyReport(plantedRun(form, SECRETS))) {
      for (const reading of readings(text)) {
        for (const shown of formsOf(secret)) expect(reading, format).not.toContain(shown);
      }
      expect(text, format).toContain('REDACTED');
    }
  });

  it('that became one after the test had ended', async () => {
    const run = plantedRun('late-secret-value', []);
    expect((await everyReport(run)).get('json')).toContain('late-secret-value');
    run.secrets.add('late-secret-value');
    for (const [format, text] of await everyReport(run))
      expect(text, format).not.toContain('late-secret-value');
  });

  it('that is a number', async () => {
    const captures = { pin: 47114711, deep: [{ pin: 47114711n }] };
    const run = runOf([fileOf('a.http', [outcome({ captures })])], ['47114711']);
    for (const [format, text] of await everyReport(run)) expect(text, format).not.toContain('47114711');
  });

  it('that is identified by its place only: short, and in no set', async () => {
    const test = outcome({
      request: {
        method: 'GET',
        url: 'https://x.example.test/?key=zq9&a=1',
        headers: { 'X-Desk-Key': 'zq9', Cookie: 'zq9' },
      },
      secretHeaders: ['x-desk-key'],
      secretParameters: ['key'],
      exchanges: [
        exchange({
          request: {
            method: 'GET',
            url: 'https://x.example.test/?KEY=zq9',
            headers: [['X-DESK-KEY', 'zq9']],
            body: null,
          },
        }),
      ],
    });
    for (const [format, text] of await everyReport(runOf([fileOf('a.http', [test])]))) {
      expect(text, format).not.toContain('zq9');
    }
  });

  it('that a capture took from a credential header of the response', async () => {
    const cookie = 'session=abcdef123; Path=/';
    const base = outcome();
    const test = outcome({
      response: { ...base.response, headers: { 'Set-Cookie': `${cookie}\nother=zzzz9` } },
      captures: { cookie, nested: [{ cookie: `x ${cookie}` }] },
      warnings: [`got ${cookie}`],
    });
    for (const [format, text] of await everyReport(runOf([fileOf('a.http', [test])]))) {
      expect(text, format).not.toContain('abcdef123');
      expect(text, format).not.toContain('zzzz9');
    }
  });

  it('on the console and in the bar while the run goes on', () => {
    const secrets = new SecretSet();
    const chunks: string[] = [];
    const write = (text: string): void => void chunks.push(text);
    const report = createConsoleReport({ write, style: styler(false), verbosity: 3, version: '1', secrets });
    const bar = createProgress({ write, columns: () => 200, style: styler(false), secrets, clock: () => 0 });
    const result = planted('tok_9f8e7d6c5b4a3f2e');
    secrets.add('tok_9f8e7d6c5b4a3f2e');
    const place = {
      file: result.file,
      fileIndex: 0,
      name: result.name,
      index: 0,
      position: 0,
      line: 1,
      total: 1,
      last: true,
    };
    for (const listener of [report, bar]) {
      listener.onEvent({ kind: 'file-start', file: result.file, index: 0, total: 1 });
      listener.onEvent({ kind: 'request-start', skipped: false, ...place });
      listener.onEvent({ kind: 'request-end', ...place, outcome: result });
    }
    bar.end();
    expect(chunks.join('')).toContain('REDACTED');
    expect(chunks.join('')).not.toContain('tok_9f8e');
  });
});
