import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';

const read = (name: string): Promise<string> => readFile(join(repositoryRoot, name), 'utf8');

/** The settings of each section of .editorconfig. */
async function sections(): Promise<Map<string, Map<string, string>>> {
  const parts = (await read('.editorconfig')).split(/^\[(.+)\]$/m).slice(1);
  const found = new Map<string, Map<string, string>>();
  for (let at = 0; at < parts.length; at += 2) {
    const pairs = [...(parts[at + 1] ?? '').matchAll(/^(\w+) = (.+)$/gm)];
    found.set(parts[at] ?? '', new Map(pairs.map(([, key = '', value = '']) => [key, value])));
  }
  return found;
}

it('editors write what the formatter accepts', async () => {
  const {
    printWidth,
    tabWidth = 2,
    useTabs = false,
  } = JSON.parse(await read('.oxfmtrc.json')) as {
    printWidth: number;
    tabWidth?: number;
    useTabs?: boolean;
  };
  const all = (await sections()).get('*');
  expect(Object.fromEntries(all ?? [])).toMatchObject({
    max_line_length: String(printWidth),
    indent_size: String(tabWidth),
    indent_style: useTabs ? 'tab' : 'space',
    end_of_line: 'lf',
    insert_final_newline: 'true',
  });
});

it('editors and git leave the bytes of the same files alone, and end lines alike in all others', async () => {
  const attributes = (await read('.gitattributes')).split('\n');
  expect(attributes).toContain('* text=auto eol=lf');
  const kept = attributes.flatMap((line) => /^(\S+) -text$/.exec(line)?.[1] ?? []);
  expect(kept).not.toEqual([]);
  const section = (await sections()).get(`{${kept.join(',')}}`);
  for (const key of ['charset', 'end_of_line', 'insert_final_newline', 'trim_trailing_whitespace']) {
    expect(section?.get(key), key).toBe('unset');
  }
});
