import { expect, it } from 'vitest';
import { parseRequestFile } from '../parse-file.js';

async function messages(text: string): Promise<string[]> {
  const { diagnostics } = await parseRequestFile(text, 'a.http');
  return diagnostics.map(({ message }) => message);
}

function withAssertion(line: string): string {
  return `GET http://x/\n\n>>>\n${line}\n<<<\n`;
}

it.each([
  ['GTE http://x/\n', '; did you mean `GET`?'],
  ['Pots http://x/\n', '; did you mean `POST`?'],
  ['# @depnds a\nGET http://x/\n', '; did you mean `@depends`?'],
  ['# @timout 5\nGET http://x/\n', '; did you mean `@timeout`?'],
  ['GET http://x/{{uuidd()}}\n', '; did you mean `uuid`?'],
  [withAssertion('expect statu 200'), '; did you mean `status`?'],
  [withAssertion('expect status eqals 200'), '; did you mean the operator `equals`?'],
  [withAssertion('expect body.name contians x'), '; did you mean the operator `contains`?'],
  [withAssertion('expect status !eqals 200'), '; did you mean `!equals`?'],
])('%j', async (text, hint) => {
  const [message, ...others] = await messages(text);
  expect(message).toContain(hint);
  expect(others).toEqual([]);
});

it.each(['FETCH http://x/\n', '# @owner me\nGET http://x/\n', 'GET http://x/{{nope()}}\n'])(
  'suggests nothing far-fetched for %j',
  async (text) => {
    const [message] = await messages(text);
    expect(message).toBeDefined();
    expect(message).not.toContain('did you mean');
  },
);

it.each([
  'expect body.m "equal rights"',
  'expect body.m equal',
  'expect body.m Equal rights',
  'expect body.m to be',
])('accepts %j', async (line) => {
  expect(await messages(withAssertion(line))).toEqual([]);
});

it('suggests names for the first words of a file only', async () => {
  const found = await messages('# @depnds a\n'.repeat(1000).concat('GET http://x/\n'));
  expect(found.filter((message) => message.includes('did you mean'))).toHaveLength(100);
});
