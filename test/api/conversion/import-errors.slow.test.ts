import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { type ErrorCase, expectErrors } from './import-errors-setup.js';

const MIB = 1024 * 1024;

/** A server whose workspace has every kind of path that cannot be a source. */
async function trappedServer(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<RunningServer> {
  const outside = await temporaryWorkspace({ 'secret.txt': 'curl http://pumpkin/' });
  const server = await startServer({ files });
  await symlink(join(outside, 'secret.txt'), join(server.root, 'link.txt'));
  await symlink(outside, join(server.root, 'folder'));
  await mkdir(join(server.root, 'directory'));
  await writeFile(join(server.root, 'large.txt'), '');
  await truncate(join(server.root, 'large.txt'), 20 * MIB + 1);
  return server;
}

/** Errors of the fields `filePath` and `specPath`. */
const pathErrors = (field: string): readonly ErrorCase[] => [
  [{ [field]: 'a\u0000b' }, 400, 'invalid path: control characters are not allowed'],
  [{ [field]: 'a\\b' }, 400, 'invalid path: use / instead of \\'],
  [{ [field]: 'x'.repeat(256) }, 400, 'invalid path: a part of it is longer than 255 bytes'],
  [{ [field]: '../secret.txt' }, 403, 'path is outside the workspace: ../secret.txt'],
  [{ [field]: 'directory/../../x' }, 403, 'path is outside the workspace: directory/../../x'],
  [{ [field]: '/etc/passwd' }, 403, 'path is outside the workspace: /etc/passwd'],
  [{ [field]: 'C:/x' }, 403, 'path is outside the workspace: C:/x'],
  [{ [field]: 'link.txt' }, 403, 'path is outside the workspace: link.txt'],
  [{ [field]: 'folder/secret.txt' }, 403, 'path is outside the workspace: folder/secret.txt'],
  [{ [field]: 'folder/none.txt' }, 403, 'path is outside the workspace: folder/none.txt'],
  [{ [field]: 'gone.txt' }, 404, 'file not found: gone.txt'],
  [{ [field]: 'directory' }, 400, 'not a file: directory'],
  [{ [field]: '.' }, 400, 'not a file: .'],
  [{ [field]: 'large.txt' }, 400, 'file is larger than 20 MiB: large.txt'],
];

describe.each([
  ['curl', 'command', 'not a curl command'],
  ['clientexport', 'data', 'not an Insomnia export of format 4 or 5'],
  ['collection', 'data', 'not a Postman collection of format 2.1'],
  ['har', 'data', 'not a HAR document'],
])('POST /import/%s', (path, field, refusal) => {
  it('refuses every wrong field and path', async () => {
    const server = await trappedServer({
      'binary.txt': Buffer.from([0x63, 0xff, 0xfe, 0x00]),
      'empty.txt': '',
    });
    const neither = `${field} or filePath is required`;
    await expectErrors(server, path, [
      [{}, 400, neither],
      [{ [field]: null, filePath: null }, 400, neither],
      [{ [field]: '', filePath: '' }, 400, neither],
      [{ [field]: 7 }, 400, `${field} must be a string`],
      [{ [field]: ['curl'] }, 400, `${field} must be a string`],
      [{ filePath: {} }, 400, 'filePath must be a string'],
      [{ [field]: 'x', filePath: 7 }, 400, 'filePath must be a string'],
      ...pathErrors('filePath'),
      [{ [field]: ' \n' }, 400, new RegExp(`^${refusal}: .*empty`)],
      [{ filePath: 'empty.txt' }, 400, new RegExp(`^${refusal}: .*empty`)],
      [{ filePath: 'binary.txt' }, 400, `${refusal}: it is not text in UTF-8; convert it and try again`],
    ]);
  });
});

describe('POST /import/openapi', () => {
  it('refuses every wrong field and path', async () => {
    const server = await trappedServer({
      'api.json': '{"openapi": "3.0.0", "paths": {}}',
      'binary.txt': '\ud800',
    });
    await writeFile(join(server.root, 'bytes.yaml'), Buffer.from([0xc3, 0x28]));
    const notUrl = 'baseUrl must be an http:// or https:// URL';
    await expectErrors(server, 'openapi', [
      [{}, 400, 'specPath is required'],
      [{ specPath: null }, 400, 'specPath is required'],
      [{ specPath: '' }, 400, 'specPath is required'],
      [{ specPath: 7 }, 400, 'specPath must be a string'],
      [{ data: '{}' }, 400, 'specPath is required'],
      [{ specPath: 'api.json', data: 7 }, 400, 'data must be a string'],
      [{ specPath: 'api.json', baseUrl: 7 }, 400, notUrl],
      ...[
        '',
        'shop',
        'ftp://h',
        'http://',
        'http:///x',
        'http://ada:pw@h/',
        'http://a b',
        'javascript:x',
        ' http://h',
      ].map((baseUrl): ErrorCase => [{ specPath: 'api.json', baseUrl }, 400, notUrl]),
      ...pathErrors('specPath'),
      [
        { specPath: 'bytes.yaml' },
        400,
        'not an OpenAPI document: it is not text in UTF-8; convert it and try again',
      ],
    ]);
  });
});

describe('messages', () => {
  const WORD = 'pumpkin-7f3a';
  const texts = [
    WORD,
    `KEY=${WORD}`,
    `curl`,
    `curl -H`,
    `curl 'http://${WORD}`,
    `curl --unknown-${WORD}`,
    `curl ftp://${WORD}/`,
    `curl "${WORD}`,
    `{"${WORD}"`,
    `{"${WORD}": ${WORD}}`,
    `{"openapi": "${WORD}"}`,
    `{"swagger": "${WORD}", "paths": {}}`,
    `{"_type": "${WORD}", "resources": []}`,
    `{"_type": "export", "__export_format": "${WORD}"}`,
    `a: *${WORD}`,
    `a: !${WORD} x`,
    `${WORD}: [`,
    `${WORD}: 1\n${WORD}: 2`,
    `- ${WORD}\n  ${WORD}`,
    `"${WORD}`,
    `\t${WORD}: x`,
    `%${WORD}`,
    `@${WORD}`,
    `--- ${WORD}\n--- ${WORD}`,
    `-----BEGIN ${WORD} KEY-----\n${WORD}\n`,
  ];

  it('never quote the source', async () => {
    const server = await startServer();
    let refused = 0;
    for (const [index, text] of texts.entries()) {
      await writeFile(join(server.root, `s${index}.txt`), text);
      for (const [path, json] of [
        ['curl', { filePath: `s${index}.txt` }],
        ['clientexport', { data: text }],
        ['collection', { data: text }],
        ['har', { data: text }],
        ['openapi', { specPath: `s${index}.txt` }],
        ['openapi', { specPath: 'pasted', data: text }],
      ] as const) {
        const response = await server.call('POST', `/import/${path}`, { json });
        if (response.status === 200) continue;
        refused += 1;
        expect([path, text, response.status]).toEqual([path, text, 400]);
        expect(response.text, text).not.toContain(WORD);
        expect(response.text).toMatch(
          /"message":"not an? (?:curl command|Insomnia export of format 4 or 5|Postman collection of format 2\.1|OpenAPI document|HAR document): /,
        );
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(server.svc.stderr()).not.toContain(WORD);
    expect(await readFile(join(server.root, 's0.txt'), 'utf8')).toBe(WORD);
  });
});
