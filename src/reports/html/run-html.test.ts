import { Script } from 'node:vm';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import {
  assertion,
  brokenFile,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
  skipped,
} from '../../../test/support/runs/build-outcome.js';
import { sampleRun } from '../../../test/reports/sample-run.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { RUN_SCRIPT } from './run-html-script.js';
import { renderHtml } from './run-html.js';

function pageOf(run: RunOutcome): string {
  return [...renderHtml(run, { version: '1.4.0' })].join('');
}

/** Everything except style and script. */
function bodyOf(run: RunOutcome): string {
  const page = pageOf(run);
  return page.slice(page.indexOf('<body>'), page.lastIndexOf('<script>'));
}

/** The page as elements; it has to be well-formed once its void elements are closed. */
function elementsOf(run: RunOutcome) {
  const closed = `${bodyOf(run).replaceAll(/<(input)([^>]*)>/g, '<$1$2/>')}</body>`;
  const quoted = closed.replaceAll(/ (hidden|open)(?=[ >])/g, ' $1=""');
  const problems: string[] = [];
  const onError = (level: string, message: string): void => void problems.push(`${level} ${message}`);
  const document = new DOMParser({ onError }).parseFromString(quoted, 'application/xml');
  expect(problems).toEqual([]);
  return Array.from(document.getElementsByTagName('*'));
}

describe('the page of a run', () => {
  it('shows time, version, environment and counts', () => {
    const body = bodyOf(sampleRun());
    expect(body).toContain('<time datetime="2031-04-05T06:07:08.120Z">2031-04-05 06:07:08 UTC</time>');
    expect(body).toContain('<dd>svc 1.4.0</dd>');
    expect(body).toContain('<dd>staging</dd>');
    for (const [label, count] of [
      ['Passed', 5],
      ['Failed', 6],
      ['Skipped', 9],
    ] as const) {
      expect(body).toContain(`<dt>${label}</dt><dd>${count}</dd>`);
      expect(body).toContain(`>${label} <span class="count">${count}</span></button>`);
    }
    expect(body).toContain('<dt>Duration</dt><dd>341 <small>ms</small></dd>');
    expect(body).toContain('aria-label="5 passed, 6 failed, 9 skipped"');
  });

  it('is well-formed and has a row that opens for each test', () => {
    const elements = elementsOf(sampleRun());
    const rows = elements.filter((element) => (element.getAttribute('class') ?? '').startsWith('test '));
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row.firstChild?.nodeName).toBe('details');
    expect(elements.filter(({ tagName }) => tagName === 'h1')).toHaveLength(1);
  });

  it('has headings in order: no level is left out', () => {
    const levels = elementsOf(sampleRun()).flatMap(({ tagName }) =>
      /^h[1-6]$/.test(tagName) ? [Number(tagName[1])] : [],
    );
    let before = 0;
    for (const level of levels) {
      expect(level).toBeLessThanOrEqual(before + 1);
      before = level;
    }
  });

  it('names every control, and hides the tools from those without scripts', () => {
    const elements = elementsOf(sampleRun());
    const tools = elements.find((element) => element.getAttribute('id') === 'tools');
    expect(tools?.hasAttribute('hidden')).toBe(true);
    const controls = elements.filter(({ tagName }) => ['input', 'select', 'button'].includes(tagName));
    expect(controls).toHaveLength(7);
    for (const control of controls) {
      const label = control.getAttribute('aria-label') ?? control.textContent ?? '';
      expect(label.trim() === '' ? control.parentNode?.textContent : label).toMatch(/\w/);
    }
    for (const head of elements.filter(({ tagName }) => tagName === 'th'))
      expect(head.getAttribute('scope')).toMatch(/^(?:row|col)$/);
  });

  it('loads nothing, runs no foreign scripts, and links to http and https only', () => {
    const elements = elementsOf(sampleRun());
    for (const element of elements) {
      expect(['script', 'img', 'link', 'iframe', 'object', 'embed', 'base', 'form', 'style']).not.toContain(
        element.tagName,
      );
      for (const { name } of Array.from(element.attributes)) expect(name).not.toMatch(/^on|^style$|^src/);
      if (element.hasAttribute('href')) expect(element.getAttribute('href')).toMatch(/^https?:\/\//);
    }
    expect(bodyOf(sampleRun())).toContain('GET</span> javascript:alert(1)');
    expect(pageOf(sampleRun()).match(/<\/script>/g)).toHaveLength(1);
    expect(pageOf(sampleRun())).not.toMatch(/url\(|@import/);
  });

  it('names the outcome in its title', () => {
    expect(pageOf(runOfTests(failed('a', assertion())))).toContain(
      '<title>1 of 1 failed – svc test report</title>',
    );
    expect(pageOf(runOfTests(outcome()))).toContain('<title>All passed – svc test report</title>');
    expect(pageOf(runOfTests(outcome(), skipped('b', 'bail')))).toContain(
      '<title>1 passed – svc test report</title>',
    );
    expect(pageOf(runOf([]))).toContain('<title>Nothing was run – svc test report</title>');
  });

  it('has no list and no tools without tests', () => {
    const body = bodyOf(runOf([fileOf('a.http', [])]));
    expect(body).toContain('There was no test to run.');
    expect(body).not.toContain('id="list"');
    expect(body).not.toContain('Results by file');
  });

  it('lists files when there are several', () => {
    expect(bodyOf(sampleRun())).toContain(
      '<th scope="row" class="mono">shop/lager-überblick.http</th><td class="number">1</td>',
    );
  });
});

describe('a row', () => {
  it('of a failed test shows why, and all assertions inside', () => {
    const body = bodyOf(runOfTests(failed('a', assertion({ passed: true }), assertion({ actual: '<41>' }))));
    expect(body).toContain(
      '<span class="why">body.total equals: expected 42.5, got &quot;&lt;41&gt;&quot;</span>',
    );
    expect(body).toContain('<td class="good">✓ passed</td>');
    expect(body).toContain(
      '<td class="bad">✗ failed</td><td class="mono">body.total equals</td><td class="mono">42.5</td><td class="mono">&quot;&lt;41&gt;&quot;</td>',
    );
    expect(body).toContain('{&quot;total&quot;:40}</pre>');
  });

  it('shows a skipped assertion as such, with its reason, and counts it for nothing', () => {
    const unmet = assertion({ passed: true, skipped: true, actual: null, message: 'condition not met' });
    const body = bodyOf(runOfTests(failed('a', unmet, assertion())));
    expect(body).toContain(
      '<tr class="noted"><td class="quiet">– skipped</td><td class="mono">body.total equals</td><td class="mono">42.5</td><td class="mono"></td>',
    );
    expect(body).toContain('<td class="note" colspan="4">condition not met</td>');
    expect(body).not.toContain('✓ passed');
    expect(body.match(/class="why"/g)).toHaveLength(1);
    const alone = bodyOf(runOfTests(failed('a', unmet)));
    expect(alone).toContain('status between: expected 200 to 299');
  });

  it('of a failed test shows long texts where they differ, and names an absent value', () => {
    const start = 'x'.repeat(3000);
    const body = bodyOf(
      runOfTests(
        failed(
          'a',
          assertion({ expected: `${start}1`, actual: `${start}2` }),
          assertion({ expected: 'null', actual: null, absent: true }),
        ),
      ),
    );
    expect(body).toMatch(
      /<td class="mono">\.\.\.&quot;x+1&quot;<\/td><td class="mono">\.\.\.&quot;x+2&quot;<\/td>/,
    );
    expect(body).toContain('<td class="mono">absent</td>');
  });

  it('of a passed test has its parts, and no body', () => {
    const body = bodyOf(
      runOfTests(outcome({ description: 'described', captures: { id: [1] }, tags: ['t'], attempts: 2 })),
    );
    for (const heading of ['Request', 'Response', 'Captures']) expect(body).toContain(`<h4>${heading}</h4>`);
    for (const heading of ['Error', 'Skip reason', 'Assertions'])
      expect(body).not.toContain(`<h4>${heading}</h4>`);
    expect(body).toContain('<p class="lead">described</p>');
    expect(body).toContain('attempt 2');
    expect(body).not.toContain('<pre');
  });

  it('of a test that was not completed counts as failed and has the error', () => {
    const body = bodyOf(runOfTests(notCompleted('a', 'dns', 'no such host')));
    expect(body).toContain('<li class="test error" data-state="failed"');
    expect(body).toContain('<h4>Error</h4><p class="error-text">dns: no such host</p>');
  });

  it('of a skipped test has the reason', () => {
    expect(bodyOf(runOfTests(skipped('a', 'bail')))).toContain('<h4>Skip reason</h4><p>bail</p>');
  });

  it('of a broken file has every problem', () => {
    expect(bodyOf(runOf([brokenFile('b.http', ['b.http:1:2: x', 'b.http:3:4: y'])]))).toContain(
      'b.http:1:2: x\nb.http:3:4: y',
    );
  });
});

it('has a script that parses and ends no element', () => {
  expect(() => new Script(RUN_SCRIPT)).not.toThrow();
  expect(RUN_SCRIPT).not.toContain('</');
});
