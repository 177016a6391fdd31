import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { dedent } from '../../../test/support/dedent.js';
import { missingFiles } from './missing-files.js';

let base = '';
let root = '';
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'missing-'));
  root = join(base, 'ws');
  await mkdir(join(root, 'api', 'parts'), { recursive: true });
  await writeFile(join(base, 'outside.json'), '{}');
  await writeFile(join(root, 'shared.json'), '{}');
  await writeFile(join(root, 'api', 'rows.csv'), 'a\n1\n');
  await writeFile(join(root, 'api', 'auth.http'), '### login\nGET http://127.0.0.1/\n');
  await writeFile(join(root, 'api', 'parts', 'a b.json'), '{}');
  await symlink(join(base, 'outside.json'), join(root, 'api', 'link.json'));
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** `line:column-endColumn path` of each finding. */
const check = async (text: string): Promise<string[]> => {
  const file = await parseRequestFile(text, 'api/x.http');
  const found = await missingFiles(file, join(root, 'api'), root);
  return found.map(({ line, column, endColumn, message, code, phase, severity }) => {
    expect([code, phase, severity]).toEqual(['missing_file', 'validate', 'error']);
    return `${line}:${column}-${endColumn} ${/^`([^`]*)` does not exist or lies outside the workspace$/.exec(message)?.[1]}`;
  });
};

const POST = 'POST http://127.0.0.1/\n';

describe('missingFiles', () => {
  it('accepts files that exist inside the root', async () => {
    const text = [
      '### one',
      '# @data ./rows.csv',
      '# @depends ./auth.http#login',
      POST,
      '< ../shared.json',
      '###',
      POST,
      '< "parts/a b.json"',
      '###',
      'GET http://127.0.0.1/',
      '>>>',
      'expect body schema ../shared.json#/a',
      '<<<',
      '###',
      'POST http://127.0.0.1/',
      '>>>multipart',
      'file one @parts/a b.json; type=text/plain',
      '<<<',
      '',
    ];
    expect(await check(text.join('\n'))).toEqual([]);
  });

  it('reports includes, parts, schemas, data and other files, each where it is written', async () => {
    const text = [
      '# @data gone.csv',
      '# @depends first, ./gone.http#login',
      'POST http://127.0.0.1/',
      '',
      '< ./gone.json',
      '### two',
      'POST http://127.0.0.1/',
      '>>>multipart',
      'file one @gone.bin; type=text/plain',
      '<<<',
      '>>>',
      'expect body schema gone.schema.json#/a',
      '<<<',
    ];
    expect(await check(text.join('\n'))).toEqual([
      '1:9-17 gone.csv',
      '2:19-30 ./gone.http',
      '5:3-14 ./gone.json',
      '9:11-19 gone.bin',
      '12:20-36 gone.schema.json',
    ]);
  });

  it('reports what lies outside, also through a link or as a folder', async () => {
    expect(await check(`${POST}\n< ../../outside.json\n`)).toEqual(['3:3-21 ../../outside.json']);
    expect(await check(`${POST}\n< link.json\n`)).toEqual(['3:3-12 link.json']);
    expect(await check(`${POST}\n< /etc/hostname\n`)).toEqual(['3:3-16 /etc/hostname']);
    expect(await check(`${POST}\n< parts\n`)).toEqual(['3:3-8 parts']);
  });

  it('leaves paths with placeholders alone', async () => {
    expect(
      await check(dedent`
        # @data {{where}}.csv
        ${POST}
        < {{dir}}/gone.json
      `),
    ).toEqual([]);
  });

  it('counts columns without a byte order mark, and stays usable without the text', async () => {
    const bytes = Buffer.from('\ufeff# @data gone.csv\nGET http://127.0.0.1/\n');
    const file = await parseRequestFile(bytes, 'api/x.http');
    const found = await missingFiles(file, join(root, 'api'), root);
    expect(found).toMatchObject([{ line: 1, column: 9, endColumn: 17 }]);
    const ofCopy = await missingFiles({ ...file }, join(root, 'api'), root);
    expect(ofCopy).toMatchObject([{ code: 'missing_file', line: 1, column: 1, endColumn: 1 }]);
  });
});
