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
} from '../../test/support/runs/build-outcome.js';
import { HOSTILE, sampleRun } from '../../test/reports/sample-run.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import { renderJunit } from './run-junit.js';

function textOf(run: RunOutcome): string {
  return [...renderJunit(run)].join('');
}

function parsed(run: RunOutcome) {
  const problems: string[] = [];
  const onError = (level: string, message: string): void => void problems.push(`${level} ${message}`);
  const document = new DOMParser({ onError }).parseFromString(textOf(run), 'application/xml');
  expect(problems).toEqual([]);
  return Array.from(document.getElementsByTagName('*'));
}

it('names the trace of a test', () => {
  const text = textOf(runOfTests(outcome({ traceId: 'a'.repeat(32) })));
  expect(text).toContain(`      <properties>
        <property name="traceId" value="${'a'.repeat(32)}"/>
      </properties>`);
});

it('has the specified layout', () => {
  const run = runOfTests(
    outcome({ name: 'login', attempts: 2, tags: ['smoke'], duration: 84 }),
    failed('readOrder', assertion(), assertion({ subject: 'status', expected: 200, actual: 404, line: 32 })),
    notCompleted('cancelOrder', 'connect', '127.0.0.1:8099 refused the connection', {
      line: 38,
      duration: 3,
    }),
    skipped('archiveOrder', 'filtered out'),
  );
  expect(textOf(run)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="svc" tests="4" failures="1" errors="1" skipped="1" time="0.277" timestamp="2031-04-05T06:07:08.120Z">
  <testsuite name="shop/orders.http" file="shop/orders.http" tests="4" failures="1" errors="1" skipped="1" time="0.277" timestamp="2031-04-05T06:07:08.120Z">
    <properties>
      <property name="environment" value="staging"/>
    </properties>
    <testcase name="login" classname="shop/orders.http" file="shop/orders.http" line="24" time="0.084">
      <properties>
        <property name="attempts" value="2"/>
        <property name="tag" value="smoke"/>
      </properties>
    </testcase>
    <testcase name="readOrder" classname="shop/orders.http" file="shop/orders.http" line="24" time="0.061">
      <failure message="body.total equals: expected 42.5, got 40" type="AssertionError">body.total equals: expected 42.5, got 40 (line 31)
status equals: expected 200, got 404 (line 32)</failure>
    </testcase>
    <testcase name="cancelOrder" classname="shop/orders.http" file="shop/orders.http" line="38" time="0.003">
      <error message="127.0.0.1:8099 refused the connection" type="connect"/>
    </testcase>
    <testcase name="archiveOrder" classname="shop/orders.http" file="shop/orders.http" line="24" time="0.000">
      <skipped message="filtered out"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

describe('what a parser reads', () => {
  it('has one suite for each file and one case for each test', () => {
    const elements = parsed(sampleRun());
    const named = (name: string): number => elements.filter(({ tagName }) => tagName === name).length;
    expect([
      named('testsuite'),
      named('testcase'),
      named('failure'),
      named('error'),
      named('skipped'),
    ]).toEqual([4, 20, 3, 3, 9]);
  });

  it('shows what XML or a terminal forbids as text', () => {
    const name = `${HOSTILE}\u0000\ufffe\ud800 tab\tline\nend`;
    const cases = parsed(runOfTests(outcome({ name }), failed('b', assertion({ subject: name }))));
    const test = cases.find(({ tagName }) => tagName === 'testcase');
    const shown = name
      .replace('\u001b', '\\u001b')
      .replace('\u0007', '\\u0007')
      .replace('\u202e', '\\u202e')
      .replace('\u0000', '\\u0000')
      .replace('\ufffe', '\\ufffe')
      .replace('\ud800', '\\ud800');
    expect(test?.getAttribute('name')).toBe(shown);
    expect(cases.find(({ tagName }) => tagName === 'failure')?.textContent).toContain(shown);
  });

  it('keeps every problem of a file that does not parse', () => {
    const error = parsed(runOf([brokenFile('b.http', ['b.http:1:2: x', 'b.http:3:4: y'])])).find(
      ({ tagName }) => tagName === 'error',
    );
    expect(error?.getAttribute('message')).toBe('b.http:1:2: x\nb.http:3:4: y');
    expect(error?.getAttribute('type')).toBe('file');
  });

  it('is complete without tests', () => {
    expect(parsed(runOf([])).map(({ tagName }) => tagName)).toEqual(['testsuites']);
    expect(parsed(runOf([fileOf('a.http', [])])).map(({ tagName }) => tagName)).toContain('testsuite');
  });
});
