import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { replayText, type ReplaySetup } from '../../../test/support/runs/replay-text.js';
import type { ValueEdit } from '../model/mutant.js';
import type { Notice } from '../model/strength.js';
import { MutantCheck } from './mutant-check.js';

const CREATED = { status: 201, body: '{"id":7,"token":"abc-123","state":"new"}' };

/** What notices that the member of the first response is changed. */
async function noticeOf(
  later: string,
  member: string,
  edit: ValueEdit,
  setup: Partial<ReplaySetup> = {},
): Promise<Notice | undefined> {
  const first = '### a\nPOST http://localhost/parcels\n\n>>>capture\n';
  const captures = 'id from body.id\ntoken from body.token\nstate from body.state\n<<<\n\n';
  const responses = { a: CREATED, b: { body: '{"id":7,"state":"new"}' }, ...setup.responses };
  const [a] = await replayText(`${first}${captures}### b\n${later}`, { ...setup, responses });
  const [replayed] = a?.replayed ?? [];
  if (replayed === undefined) throw new Error('the request was not replayed');
  const change = { on: 'value', path: [member], edit } as const;
  return new MutantCheck(replayed).noticeOf({ kind: 'null', place: '', words: '', danger: 1, change });
}

const REMOVED: ValueEdit = { kind: 'remove' };
const set = (value: string | number | null): ValueEdit => ({ kind: 'set', value });
const LATER = { kind: 'later-request', name: 'b', line: 10 };

describe('a later request', () => {
  it('that is not there leaves a missing capture unnoticed', async () => {
    expect(await noticeOf('GET http://localhost/\n', 'id', REMOVED)).toBeUndefined();
  });

  it('cannot be sent without the value', async () => {
    const later = 'GET http://localhost/?id={{id}}\n';
    expect(await noticeOf(later, 'id', REMOVED)).toEqual({ kind: 'capture', name: 'id', line: 5 });
  });

  it('addresses something else with another value', async () => {
    const later = 'GET http://localhost/parcels/{{a.id}}\n';
    expect(await noticeOf(later, 'id', set(8))).toEqual(LATER);
    expect(await noticeOf(later, 'id', set(null))).toEqual(LATER);
  });

  it('may find a list with an empty value', async () => {
    expect(await noticeOf('GET http://localhost/parcels/{{token}}\n', 'token', set(''))).toBeUndefined();
  });

  it('with another value in its query may get the same response', async () => {
    expect(await noticeOf('GET http://localhost/?id={{id}}\n', 'id', set(8))).toBeUndefined();
  });

  it('cannot be executed for the elements of what is no list any more', async () => {
    const later = '# @each {{a.state}} as part\nGET http://localhost/?part={{part}}\n';
    const setup = { responses: { a: { status: 201, body: '{"state":["x"]}' }, 'b [1]': { body: '{}' } } };
    expect(await noticeOf(later, 'state', set('x'), setup)).toMatchObject({ name: 'b [1]' });
    expect(await noticeOf(later, 'state', REMOVED, setup)).toEqual({
      kind: 'capture',
      name: 'state',
      line: 7,
    });
    expect(await noticeOf(later, 'state', { kind: 'set', value: [] }, setup)).toBeUndefined();
  });

  it('that any response satisfies notices nothing', async () => {
    const later = dedent`
      GET http://localhost/parcels/{{id}}

      >>>
      expect status < 500
      <<<
    `;
    expect(await noticeOf(later, 'id', set(8))).toBeUndefined();
  });

  it('that expects an error notices nothing', async () => {
    const later = 'DELETE http://localhost/parcels/{{id}}\n\n>>>\nexpect status == 410\n<<<\n';
    const responses = { b: { status: 410, body: '' } };
    expect(await noticeOf(later, 'id', set(8), { responses })).toBeUndefined();
  });

  it('is refused with another credential', async () => {
    const header = 'GET http://localhost/\nAuthorization: Bearer {{token}}\n';
    const directive = '# @auth bearer {{a.token}}\nGET http://localhost/\n';
    expect(await noticeOf(header, 'token', set('abc-124'))).toEqual(LATER);
    expect(await noticeOf(directive, 'token', set('abc-124'))).toEqual(LATER);
  });

  it('compares the value with its own response', async () => {
    const later = 'GET http://localhost/\n\n>>>\nexpect body.state == {{state}}\n<<<\n';
    expect(await noticeOf(later, 'state', set('newer'))).toEqual(LATER);
    expect(await noticeOf(later, 'id', set(8))).toBeUndefined();
  });

  it('compares the variable itself', async () => {
    const later = 'GET http://localhost/\n\n>>>\nexpect variable state == new\n<<<\n';
    expect(await noticeOf(later, 'state', set('newer'))).toEqual(LATER);
  });

  it('uses the value through a variable of the file and one that it sets', async () => {
    const later = '# @set place = {{id}}\nGET http://localhost/parcels/{{place}}\n';
    expect(await noticeOf(later, 'id', set(8))).toEqual(LATER);
    expect(await noticeOf(later, 'id', REMOVED)).toEqual({ kind: 'capture', name: 'id', line: 5 });
  });

  it('reads the response without a capture', async () => {
    const later = 'GET http://localhost/parcels/{{a.response.body.id}}\n';
    expect(await noticeOf(later, 'id', set(8))).toEqual(LATER);
    expect(await noticeOf(later, 'state', set('newer'))).toBeUndefined();
  });

  it('compares nothing with a masked value of its own', async () => {
    const later = 'GET http://localhost/?s={{state}}\n\n>>>\nexpect body.state == {{state}}-{{id}}\n<<<\n';
    const expectation = { subject: 'body.state', operator: 'equals', expected: 'new-7', actual: '' };
    const expected = [{ ...expectation, isText: true, passed: true, skipped: false }];
    const responses = { b: { body: '{"state":"[REDACTED]"}', expected } };
    expect(await noticeOf(later, 'id', set(8), { responses })).toBeUndefined();
  });

  it('that is skipped for the changed value notices nothing', async () => {
    const later = '# @if {{state}} == new\nGET http://localhost/parcels/{{id}}\n';
    expect(await noticeOf(later, 'id', set(8))).toEqual(LATER);
    expect(await noticeOf(later, 'state', set('old'))).toBeUndefined();
  });

  it('does not differ by its random values', async () => {
    const later = 'GET http://localhost/{{$uuid}}?id={{id}}\n';
    expect(await noticeOf(later, 'id', set(8))).toBeUndefined();
  });

  it('uses the value of another request when the capture finds nothing', async () => {
    const later = dedent`
      GET http://localhost/other

      >>>capture
      id from body.id
      <<<

      ### c
      GET http://localhost/parcels?id={{id}}
    `;
    expect(await noticeOf(later, 'id', REMOVED, { responses: { c: {} } })).toBeUndefined();
  });
});
