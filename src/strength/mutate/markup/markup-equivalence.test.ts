import { describe, expect, it } from 'vitest';
import { storedExchange } from '../../../../test/support/files/stored-exchange.js';
import type { MutationKind } from '../../model/mutation-kinds.js';
import { Equivalence } from '../equivalence.js';
import { mutantsOf } from '../mutants-of.js';

const XML_TYPE = [['Content-Type', 'text/xml']] as const;

/** The kinds that are left out at a place, each with its rule. */
function leftOut(
  place: string,
  now: string,
  ...earlier: readonly string[]
): Partial<Record<MutationKind, string>> {
  const stored = (body: string) => storedExchange({ headers: XML_TYPE, body, source: 'history', runId: 1 });
  const source = stored(now);
  const equivalence = new Equivalence(source, earlier.map(stored));
  const found: Partial<Record<MutationKind, string>> = {};
  for (const mutant of mutantsOf(source, { seed: 1, maxMutants: 10_000 })) {
    const rule = mutant.place === `xpath ${place}` ? equivalence.ruleOf(mutant) : undefined;
    if (rule !== undefined) found[mutant.kind] = rule;
  }
  return found;
}

const varies = (...kinds: readonly MutationKind[]): object =>
  Object.fromEntries(kinds.map((kind) => [kind, 'value-varies']));

describe('values of XML bodies that earlier runs contradict', () => {
  it('leaves nothing out without an earlier run, and after equal ones', () => {
    const body = '<a><b>7</b><c/><c x="1"/></a>';
    for (const place of ['/a', '/a/b', '/a/c', '/a/c[2]/@x']) {
      expect(leftOut(place, body)).toEqual({});
      expect(leftOut(place, body, body, 'not XML')).toEqual({});
    }
  });

  it.each<readonly [string, string, string, object]>([
    ['another number', '<a>7</a>', '<a>8</a>', varies('number-off-by-one')],
    ['a number of the other sign', '<a>7</a>', '<a> -8 </a>', varies('number-off-by-one', 'sign-changed')],
    ['the same number written otherwise', '<a>7.0</a>', '<a>7.00</a>', {}],
    ['another word', '<a>open</a>', '<a>done</a>', varies('unknown-value')],
    ['another flag', '<a>true</a>', '<a>false</a>', varies('flag-flipped')],
    ['another date', '<a>2024-01-01</a>', '<a>2024-01-02</a>', varies('date-shifted')],
    ['text instead of a number', '<a>7</a>', '<a>none</a>', varies('type-changed')],
    ['no text', '<a>open</a>', '<a/>', varies('text-emptied', 'unknown-value')],
  ])('leaves out %s', (_, now, earlier, expected) => {
    const inside = (body: string): string => `<x>${body}</x>`;
    expect(leftOut('/x/a', inside(now), inside(earlier))).toEqual(expected);
    const attribute = (body: string): string => `<x a="${body.replaceAll(/<[^>]*>/g, '')}"/>`;
    expect(leftOut('/x/@a', attribute(now), attribute(earlier))).toEqual(expected);
  });

  it('leaves out an element and an attribute that a run did not have', () => {
    expect(leftOut('/a/b', '<a><b>7</b></a>', '<a/>')).toEqual(varies('field-removed', 'field-renamed'));
    expect(leftOut('/a/@b', '<a b="7"/>', '<a/>')).toEqual(varies('field-removed', 'field-renamed'));
    expect(leftOut('/a/b', '<a><b>7</b></a>', '<other/>')).toEqual({});
  });

  it('counts the elements of a list as one place', () => {
    const list = (...ids: readonly number[]): string =>
      `<a>${ids.map((id) => `<b><id>${id}</id></b>`).join('')}</a>`;
    expect(leftOut('/a/b[1]/id', list(1, 2), list(2, 1, 3))).toEqual({});
    expect(leftOut('/a/b[1]/id', list(1, 2), list(3))).toEqual(varies('number-off-by-one'));
    expect(leftOut('/a/b[2]/id', list(1, 2), '<a><b/></a>')).toEqual(
      varies('field-removed', 'field-renamed'),
    );
  });
});

describe('lists of XML bodies', () => {
  const list = (...texts: readonly string[]): string =>
    `<a>${texts.map((text) => `<b>${text}</b>`).join('')}</a>`;

  it('have no other order of equal elements, and no new one by repeating one of them', () => {
    expect(leftOut('/a/b', list('1', '1'))).toEqual({
      'element-duplicated': 'repeated-element',
      'list-reordered': 'same-order',
    });
  });

  it('have the order that earlier runs had', () => {
    expect(leftOut('/a/b', list('1', '2'), list('1', '2'))).toEqual({});
    expect(leftOut('/a/b', list('1', '2'), list('2', '1'))).toEqual({ 'list-reordered': 'order-varies' });
    expect(leftOut('/a/b', list('1', '2'), list('3', '4', '5'))).toEqual(
      varies('element-duplicated', 'list-reordered'),
    );
  });

  it('may lose what a run did not have', () => {
    expect(leftOut('/a/b', list('1', '2'), '<a/>')).toEqual(varies('list-emptied'));
  });
});
