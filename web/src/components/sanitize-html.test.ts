import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from './sanitize-html.js';

function quiet(source: string): string {
  return sanitizeHtml(source).replace(/^<!doctype html><meta charset="utf-8"><body>|<\/body>$/g, '');
}

describe('a quiet page', () => {
  it.each([
    ['<h1 style="x">A <b onclick=f()>b</b></h1>', '<h1>A <b>b</b></h1>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>*{}</style><p>x', '<p>x</p>'],
    ['<a href="javascript:f()">x</a>', '<a>x</a>'],
    ['<img src=http://203.0.113.9/x>', ''],
    ['<svg onload=f()><path d="M0 0"/></svg>', '<svg><path d="M0 0"></path></svg>'],
    ['<td colspan=2 title="&quot;><script>">x', '<td colspan="2" title="&quot;&gt;&lt;script&gt;">x</td>'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<base href=x><meta http-equiv=refresh><iframe src=x>in</iframe>', ''],
    ['<form action=x><input autofocus onfocus=f()><textarea>y</textarea></form>', ''],
    ['<noscript><p title="</noscript><img src=x onerror=f()>">', ''],
  ])('of %s', (source, expected) => {
    expect(quiet(source)).toBe(expected);
  });
});
