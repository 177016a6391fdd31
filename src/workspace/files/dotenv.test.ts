import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDotenv } from './dotenv-text.js';
import { readDotenv } from './dotenv.js';

const read = (text: string): Record<string, string> => Object.fromEntries(parseDotenv(text, '.env'));

describe('parseDotenv', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['  A \t=  one two  ', { A: 'one two' }],
    ['A=', { A: '' }],
    ['A=b=c', { A: 'b=c' }],
    ['export A=1\nexport\tB = 2', { A: '1', B: '2' }],
    ['export=1', { export: '1' }],
    ['export = 1', { export: '1' }],
    ['A="x y"\nB=\'z\'', { A: 'x y', B: 'z' }],
    ['A=""', { A: '' }],
    ['A="', { A: '"' }],
    ['A="x\'', { A: '"x\'' }],
    ['A="a" # no comment', { A: '"a" # no comment' }],
    ['A=a#b # c', { A: 'a#b # c' }],
    ['A="a\\nb"', { A: 'a\\nb' }],
    ['A=$B\nB=${A}', { A: '$B', B: '${A}' }],
    ['A=""x""', { A: '"x"' }],
    ['# c\n\n  # d\n\t\nA=1\nA=2', { A: '2' }],
    ['\ufeffA=1\r\nB=2\rC=3\n', { A: '1', B: '2', C: '3' }],
    ['a.b-c_D9=1', { 'a.b-c_D9': '1' }],
    ['', {}],
  ])('reads %j', (text, values) => {
    expect(read(text)).toEqual(values);
  });

  it('keeps names of the language harmless', () => {
    const values = parseDotenv('__proto__=1\nconstructor=2', '.env');
    expect([...values]).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it.each(['A', 'hunter2', '=x', 'A B=1', 'export A', 'export =1x\nnope', 'A: 1'])(
    'refuses %j with its number only',
    (line) => {
      const bad = line.includes('\n') ? 3 : 2;
      const attempt = (): unknown => parseDotenv(`OK=1\n${line}\n`, 'conf/.env');
      expect(attempt).toThrow(
        expect.objectContaining({ kind: 'input', message: `conf/.env:${bad}: expected KEY=value` }) as Error,
      );
    },
  );
});

describe('readDotenv', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dotenv-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('reads a file', async () => {
    await writeFile(join(folder, '.env'), 'A=ä\n');
    expect((await readDotenv({ absolute: join(folder, '.env'), shown: '.env' })).get('A')).toBe('ä');
  });

  it('names what it cannot read', async () => {
    await expect(readDotenv({ absolute: join(folder, 'gone'), shown: 'gone' })).rejects.toMatchObject({
      kind: 'input',
      message: 'cannot read dotenv file gone: no such file or directory',
    });
    await expect(readDotenv({ absolute: folder, shown: 'x' })).rejects.toThrow(
      'cannot read dotenv file x: it is a directory',
    );
  });

  it('refuses other encodings and huge files', async () => {
    await writeFile(join(folder, 'latin'), Buffer.from([0x41, 0x3d, 0x31, 0x0a, 0x42, 0x3d, 0xe4]));
    await expect(readDotenv({ absolute: join(folder, 'latin'), shown: 'latin' })).rejects.toThrow(
      'latin:2: file is not valid UTF-8 here',
    );
    await writeFile(join(folder, 'huge'), Buffer.alloc(1024 * 1024 + 1, '#'));
    await expect(readDotenv({ absolute: join(folder, 'huge'), shown: 'huge' })).rejects.toThrow(
      'dotenv file huge is larger than 1 MiB',
    );
  });
});
