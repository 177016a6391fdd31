import { describe, expect, it } from 'vitest';
import { responseView, captureOf } from '../../../test/support/runs/evaluation.js';
import { ABSENT } from '../values/absent.js';
import { CaptureStore } from './captures.js';
import { takeCapture } from '../take-capture.js';

describe('the store', () => {
  it('gives qualified names and the latest of equal bare names', () => {
    const store = new CaptureStore();
    store.set('a', 'id', 1);
    store.set('b', 'id', 2);
    store.set('', 'id', 3);
    store.set('with.dot', 'x', 4);
    expect([store.get('a.id'), store.get('b.id'), store.get('id'), store.get('with.dot.x')]).toEqual([
      1, 2, 3, 4,
    ]);
    expect([store.get('.id'), store.get('c.id'), store.get('a'), store.get('a.x')]).toEqual([
      ABSENT,
      ABSENT,
      ABSENT,
      ABSENT,
    ]);
  });

  it('forgets a value that a later row did not give', () => {
    const store = new CaptureStore();
    store.set('a', 'id', 1);
    store.set('b', 'id', 2);
    store.unset('b', 'id');
    expect([store.get('b.id'), store.get('id')]).toEqual([ABSENT, 1]);
    store.unset('a', 'id');
    expect(store.get('id')).toBe(ABSENT);
  });

  it('shows a parallel request only its dependencies, live', () => {
    const store = new CaptureStore();
    store.set('a', 'id', 1);
    const view = store.visible(new Set(['a', 'c']));
    store.set('b', 'id', 2);
    expect([view.get('id'), view.get('b.id')]).toEqual([1, ABSENT]);
    store.set('c', 'id', 3);
    expect([view.get('id'), store.get('id')]).toEqual([3, 3]);
    store.set('a', 'id', 4);
    expect(view.get('id')).toBe(4);
    store.setResponse('b', responseView('{}'));
    expect(view.response('b')).toBe(ABSENT);
    expect([...view.names()].sort()).toEqual(['a.id', 'c.id', 'id', 'id']);
  });

  it('puts a request of the own file before a foreign one of that name', () => {
    const store = new CaptureStore();
    store.setForeign('./auth.http#login', 'login', 'token', 'foreign');
    expect([store.get('login.token'), store.get('token')]).toEqual(['foreign', 'foreign']);
    store.set('login', 'token', 'own');
    expect(store.get('login.token')).toBe('own');
    const view = store.visible(new Set(['./auth.http#login']));
    expect(view.get('login.token')).toBe('foreign');
    expect([...view.names()]).toEqual(['token', 'login.token']);
    const other = responseView('{}', { status: 201 });
    store.setForeignResponse('./auth.http#login', 'login', other);
    expect(view.response('login')).toBe(other);
  });
});

describe('takeCapture', () => {
  const view = responseView('{"a":{"b":null,"n":12345678901234567891},"list":[1,2],"t":"id=77;"}', {
    status: 201,
    headers: [
      ['X-Id', 'h'],
      ['Set-Cookie', 'sid=s1; Path=/'],
    ],
    url: 'http://127.0.0.1/final#x',
  });

  it.each([
    ['x from body.a.n', 12345678901234567891n],
    ['x from a.b', null],
    ['x from body.list[*]', [1, 2]],
    ['x from $.list[-1]', 2],
    ['x from header x-id', 'h'],
    ['x from cookie sid', 's1'],
    ['x from jsonpath $.list[0]', 1],
    ['x from jsonpath $.list[?@>1]', [2]],
    ['x from regex /id=(\\d+)/', '77'],
    ['x from regex /id=\\d+/', 'id=77'],
    ['x from status', 201],
    ['x from duration', 12],
    ['x from size', 67],
    ['x from url', 'http://127.0.0.1/final'],
  ])('%s', async (line, value) => {
    expect(await takeCapture(captureOf(line), view)).toEqual(value);
  });

  it.each([
    'x from body.gone',
    'x from header X-None',
    'x from cookie none',
    'x from jsonpath $.gone',
    'x from xpath //a',
    'x from regex /no(t)hing/',
    'x from regex /id=(x)?/',
  ])('%s gives nothing', async (line) => {
    expect(await takeCapture(captureOf(line), view)).toBe(ABSENT);
  });

  it('takes a whole body, JSON or text, and XML', async () => {
    expect(await takeCapture(captureOf('x from body'), responseView('plain', { type: 'text/plain' }))).toBe(
      'plain',
    );
    expect(await takeCapture(captureOf('x from body'), responseView('{"a":1}'))).toEqual({ a: 1 });
    const xml = responseView('<r><i>1</i><i>2</i></r>', { type: 'text/xml' });
    expect(await takeCapture(captureOf('x from xpath //i'), xml)).toEqual(['1', '2']);
    expect(await takeCapture(captureOf('x from xpath count(//i)'), xml)).toBe(2);
    const sha = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await takeCapture(captureOf('x from sha256'), responseView('abc'))).toBe(sha);
  });
});
