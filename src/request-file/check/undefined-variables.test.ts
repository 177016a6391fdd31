import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectReferences } from '../model/references.js';
import { parseEditedText } from '../parse-file.js';
import { findUndefinedVariables, type ValueSources } from './undefined-variables.js';

const NOTHING: ValueSources = {
  environment: 'dev',
  hasValue: () => false,
  hasProcessValue: () => false,
  names: [],
  columns: new Map(),
  otherRequests: new Map(),
};

async function hints(text: string, sources: Partial<ValueSources> = {}): Promise<string[]> {
  const { file, placeholders } = await parseEditedText(text, 'a.http');
  const found = findUndefinedVariables(file, placeholders, { ...NOTHING, ...sources });
  return found.map(({ line, column, endColumn, message }) => `${line}:${column}-${endColumn} ${message}`);
}

const LOGIN = `### Login
# @name login
POST http://x/login

>>>capture
token from body.token
<<<

`;

describe('a name without a value', () => {
  it('is told with its place, its environment and names that are near', async () => {
    expect(await hints('GET http://x/{{bseUrl}}/{{other}}\n', { names: ['baseUrl', 'zone'] })).toEqual([
      '1:14-24 `bseUrl` has no value in environment `dev`; near names: `baseUrl`',
      '1:25-34 `other` has no value in environment `dev`',
    ]);
    expect(await hints('GET http://x/{{uuid}}\n', { environment: '' })).toEqual([
      '1:14-22 `uuid` has no value; near names: `$uuid`, `$guid`',
    ]);
  });

  it('is an element of the loop of another request', async () => {
    const text = '@list = [1]\n# @loop for x of {{list}}\nGET http://x/{{x}}\n\n###\nGET http://x/{{x}}\n';
    expect(await hints(text)).toEqual(['6:14-19 `x` has no value in environment `dev`']);
  });

  it('is what `@each` gives to another request', async () => {
    const other = 'GET http://x/{{each}}/{{each_number}}/{{o}}';
    const text = `# @each [1]\nGET http://x/{{each.a[0]}}/{{each_number}}\n###\n# @each {{l}} as o\n${other}\n`;
    expect(await hints(text)).toEqual([
      '4:9-14 `l` has no value in environment `dev`',
      '5:14-22 `each` has no value in environment `dev`',
    ]);
  });

  it.each([
    ['a variable of the file', '@a = 1\nGET http://x/{{a}}\n'],
    ['a variable defined below', 'GET http://x/{{a}}\n\n###\n@a = 1\nGET http://x/\n'],
    ['another source', 'GET http://x/{{outside}}\n'],
    ['a variable of the process', 'GET http://x/{{$HOME}}\n'],
    ['a function', 'GET http://x/{{$uuid}}\n'],
    ['a capture of an earlier request', `${LOGIN}###\nGET http://x/{{token}}/{{login.token}}\n`],
    ['a path into a capture', `${LOGIN}###\nGET http://x/{{login.token.id}}/{{token[0]}}\n`],
    ['an earlier response', `${LOGIN}###\nGET http://x/{{login.response.body.id}}\n`],
    ['a capture of a dependency below', `###\n# @depends login\nGET http://x/{{token}}\n\n${LOGIN}`],
    ['what a file variable is made of', `@a = {{token}}\n\n${LOGIN}###\nGET http://x/{{a}}\n`],
    ['a column', '# @data ./d.csv\nGET http://x/{{row.id}}/{{row.list[0]}}\n'],
    ['a column of a file that cannot be read', '# @data ./gone.csv\nGET http://x/{{row.id}}\n'],
    ['a capture of another file', '# @depends ./b.http#b\nGET http://x/{{b.key}}/{{key}}\n'],
    ['anything of a file that cannot be read', '# @depends ./gone.http#g\nGET http://x/{{g.key}}\n'],
    ['what the user is asked for', '# @prompt code\nGET http://x/{{code}}\n\n###\nGET http://x/{{code}}\n'],
    ['an element of a loop', '@list = [1]\n# @loop for x of {{list}}\nGET http://x/{{x}}/{{x.id}}\n'],
    ['anything of an imported file', 'import ./b.http\n\n###\nGET http://x/{{host}}\n'],
    ['what is not replaced', 'GET http://x/\n\n\\{{nope}}\n\n>>>mock\n{{nope}}\n<<<\n'],
  ])('is not %s', async (_name, text) => {
    const found = await hints(text, {
      hasValue: (name) => name === 'outside',
      hasProcessValue: (name) => name === 'HOME',
      columns: new Map([['./d.csv', ['id', 'list']]]),
      otherRequests: new Map([
        [
          './b.http#b',
          [{ name: 'b', metadata: {}, captures: [{ name: 'key', source: 'body', path: 'k', line: 1 }] }],
        ],
      ]),
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['a capture of a later request', `GET http://x/{{token}}\n\n${LOGIN}`, 'token'],
    ['a capture that a request does not have', `${LOGIN}###\nGET http://x/{{login.tokn}}\n`, 'login.tokn'],
    ['a column without data', 'GET http://x/{{row.id}}\n', 'row.id'],
    ['another column', '# @data ./d.csv\nGET http://x/{{row.other}}\n', 'row.other'],
    ['in a body', 'POST http://x/\n\n{"a": "{{nope}}"}\n', 'nope'],
    ['in an argument', 'GET http://x/{{$base64({{nope}})}}\n', 'nope'],
    ['in an assertion', 'GET http://x/\n\n>>>\nexpect body.a == {{nope}}\n<<<\n', 'nope'],
    ['of the process', 'GET http://x/{{$NOPE}}\n', '$NOPE'],
  ])('is %s', async (_name, text, name) => {
    const found = await hints(text, { columns: new Map([['./d.csv', ['id']]]) });
    expect(found).toEqual([expect.stringContaining(`\`${name}\` has no value`)]);
  });

  it('is looked for at exactly the placeholders that are replaced', async () => {
    const folder = join(import.meta.dirname, '../../../test/corpus/parse-ok');
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.http'),
    );
    let checked = 0;
    for (const path of paths) {
      const { file, placeholders } = await parseEditedText(readFileSync(join(folder, path), 'utf8'), path);
      // What a finding says has no effect may have placeholders all the same.
      if (file.diagnostics.length > 0) continue;
      checked++;
      const names = new Set(placeholders.flatMap(({ kind, name }) => (kind === 'variable' ? [name] : [])));
      const references = collectReferences([file]);
      expect(
        [...names].filter((name) => !references.has(name)),
        path,
      ).toEqual([]);
      // Every other reference is the beginning of one of these names.
      const unseen = [...references].filter((name) => ![...names].some((each) => each.startsWith(name)));
      expect(unseen, path).toEqual([]);
    }
    expect(checked).toBeGreaterThan(10);
  });
});
