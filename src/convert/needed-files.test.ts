import { describe, expect, it } from 'vitest';
import type { BodyDraft } from './import-draft.js';
import { withNeededFiles } from './needed-files.js';

function needed(...bodies: readonly BodyDraft[]) {
  const requests = bodies.map((body, i) => ({
    place: `/item/${i}`,
    title: 'r',
    name: 'r',
    method: 'POST',
    url: 'http://x.test',
    body,
  }));
  const draft = withNeededFiles({ path: '', title: 'T', format: 'collection', requests });
  return {
    needs: draft.needs ?? [],
    bodies: draft.requests.map(({ body }) => body),
    losses: draft.requests.flatMap(({ losses = [] }) =>
      losses.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  };
}

const file = (path: string): BodyDraft => ({ kind: 'file', path });

describe('files that bodies send', () => {
  it('stay where they are beside the request file, and with placeholders', () => {
    const bodies = [file('./a/x.bin'), file('{{dir}}/x.bin'), { kind: 'text', text: '/x' } as const];
    expect(needed(...bodies)).toEqual({ needs: ['./a/x.bin'], bodies, losses: [] });
  });

  it.each([
    ['/home/ada/x y.png', './x y.png'],
    ['/C:/Users/ada/x.png', './x.png'],
    ['C:\\Users\\ada\\x.png', './x.png'],
    ['../x.png', './x.png'],
    ['./../x.png', './x.png'],
    ['~/.env', './env'],
    ['/', './file'],
  ])('of another place are expected beside it: %s', (path, expected) => {
    expect(needed(file(path))).toEqual({
      needs: [expected],
      bodies: [file(expected)],
      losses: [`/item/0: the file ${path} is expected beside the request file, as ${expected}`],
    });
  });

  it('with one name get names of their own', () => {
    const parts: BodyDraft = {
      kind: 'multipart',
      fields: [
        { kind: 'file', name: 'a', path: '/1/x.png' },
        { kind: 'file', name: 'b', path: '/2/x.png' },
        { kind: 'file', name: 'c', path: '' },
        { kind: 'field', name: 'd', value: '/3' },
      ],
    };
    const { needs, bodies } = needed(parts, file('/1/x.png'));
    expect(needs).toEqual(['./x.png', './x_2.png']);
    expect(bodies).toMatchObject([
      { fields: [{ path: './x.png' }, { path: './x_2.png' }, {}, {}] },
      { path: './x.png' },
    ]);
  });
});
