import { describe, expect, it } from 'vitest';
import {
  exampleDiff as example,
  namedDiff as named,
  repeatedDiff as repeatedExample,
  testResult as test,
} from '../../../test/support/runs/diff-sides.js';
import { renderDiffHtml } from './diff-html.js';
import type { NamedDiff } from './diff-text.js';

describe('the HTML report', () => {
  const page = (diff: NamedDiff): string => [...renderDiffHtml(diff, '1.4.0')].join('');

  it('is one page under a strict policy, without anything from outside', () => {
    const html = page(example(20));
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(html).not.toMatch(/\s(?:src|srcset|style|on\w+)=|url\(|@import|<link|https?:\/\//);
  });

  it('shows both names, six cards, the threshold and every test in five columns', () => {
    const html = page(example(20));
    for (const name of ['main.json', 'branch.json', 'svc 1.4.0', '640ms', '152.5ms'])
      expect(html).toContain(name);
    const cards = [...html.matchAll(/<dt>(\w+)<\/dt><dd>(\d+)<\/dd>/g)].map(
      ([, label, value]) => `${label} ${value}`,
    );
    expect(cards).toEqual(['Total 5', 'Improved 1', 'Regressed 1', 'Unchanged 1', 'New 1', 'Removed 1']);
    expect([...html.matchAll(/<th scope="col"[^>]*>(Test|File|Status|Duration|Change)<\/th>/g)]).toHaveLength(
      6,
    );
    expect(html).toContain('Threshold 20%: 1 test above it');
    expect(html).toMatch(/<li>createOrder .*<b>\+25\.0%<\/b><\/li>/);
    expect([...html.matchAll(/<tr class="(\w+)">/g)].map(([, kind]) => kind)).toEqual([
      'good',
      'bad',
      'same',
      'gone',
      'fresh',
    ]);
    expect(html).toContain('120ms → 84ms');
    expect(page(example(null))).not.toContain('Threshold');
  });

  it('marks what may be noise, and says how sure several runs make it', () => {
    const html = page(repeatedExample());
    expect(html).toContain('>+16.7%<span class="note">within noise</span><span class="note">p = 0.398,');
    expect(html).toContain('>+38.8%<span class="note">p = 0.008, 5 runs against 5</span></td>');
    expect(html).toContain('Durations are medians of the runs.');
    expect(page(example(20))).not.toMatch(/class="note"|class="medians"/);
    expect(page(named([test('a', 3)], [test('a', 8)], 3))).toMatch(
      /<b>\+166\.7%<\/b><span class="note">within noise<\/span><\/li>/,
    );
  });

  it('escapes every text', () => {
    const evil = '<img src=x onerror="alert(1)">&\'';
    const diff = {
      ...named([test(evil, 1, 'passed', evil)], [test(evil, 9, 'failed', evil)], 1),
      file1: evil,
      file2: evil,
    };
    const html = page(diff);
    expect(html).not.toContain('<img');
    expect(html.split('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;').length - 1).toBe(8);
  });

  it('shows a note when there is nothing to compare', () => {
    expect(page(named([], []))).toContain('Neither file holds a test.');
  });
});
