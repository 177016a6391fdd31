import { describe, expect, it } from 'vitest';
import { explainMatch, explainMiss, type PlacedRoute } from './explain-route.js';
import type { RouteSegment } from './route-path.js';

/** `{name}` is a parameter, alone or within text. */
function route(method: string, shown: string, line = 1): PlacedRoute {
  const segments = shown.split('/').slice(1).map(segmentOf);
  return { method, path: { shown, segments, parameters: [] }, name: `r${line}`, file: 'a.http', line };
}

function segmentOf(text: string): RouteSegment {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const texts = text.split(/\{\w+\}/);
  const [name] = names;
  if (name === undefined) return { kind: 'plain', text };
  return texts.every((each) => each === '') ? { kind: 'parameter', name } : { kind: 'mixed', texts, names };
}

describe('why a route matches', () => {
  it('is told for each segment', () => {
    const matched = route('GET', '/crates/{id}/label-{size}.pdf');
    const { segments } = explainMatch(matched, [matched], '/crates/a%20b/label-xl.pdf');
    expect(segments).toEqual([
      { text: 'crates', kind: 'text', written: 'crates', parameters: [] },
      { text: 'a b', kind: 'parameter', written: '{id}', parameters: [{ name: 'id', value: 'a b' }] },
      {
        text: 'label-xl.pdf',
        kind: 'mixed',
        written: 'label-{size}.pdf',
        parameters: [{ name: 'size', value: 'xl' }],
      },
    ]);
  });

  it('is told of the routes that lost, and of no others', () => {
    const matched = route('GET', '/crates/special');
    const routes = [
      route('GET', '/crates/{id}', 2),
      matched,
      route('GET', '/crates/sp{rest}', 3),
      route('GET', '/crates/special', 4),
      route('POST', '/crates/special', 5),
      route('GET', '/crates/other', 6),
      route('GET', '/{kind}/special', 7),
    ];
    const { others } = explainMatch(matched, routes, '/crates/special');
    expect(others.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'segment 2 is a parameter ({id}), and text comes first'],
      [3, 'segment 2 is text with a parameter (sp{rest}), and text comes first'],
      [4, 'its request is written later'],
      [7, 'segment 1 is a parameter ({kind}), and text comes first'],
    ]);
  });
});

describe('why no route matches', () => {
  it.each([
    ['POST', '/crates/7', 'its method is GET, not POST'],
    ['GET', '/crate/7', 'segment 1 is "crates", not "crate"'],
    ['GET', '/crates', 'it has 2 segments, not 1'],
    [
      'PUT',
      '/crate/7/x',
      'its method is GET, not PUT; segment 1 is "crates", not "crate"; it has 2 segments, not 3',
    ],
    ['GET', '/crates//', 'segment 2 is "{id}", not ""'],
  ])('%s %s', (method, path, reason) => {
    const { nearest, matched } = explainMiss([route('GET', '/crates/{id}')], method, path);
    expect([matched, nearest[0]?.reason]).toEqual([null, reason]);
  });
});
