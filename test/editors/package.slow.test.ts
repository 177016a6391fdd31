/** The package of the extension for VS Code, as `npm run package` makes it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageExtension } from '../../editors/vscode/scripts/package.mjs';
import { temporaryDirectory } from '../support/files/workspace.js';
import { repositoryRoot } from '../support/program/run-svc.js';

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly main: string;
  readonly browser: string;
  readonly engines: { readonly vscode: string };
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: unknown };
    readonly virtualWorkspaces: { readonly supported: string };
  };
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly default: unknown; readonly scope: string }>>;
    };
    readonly commands: readonly { readonly command: string }[];
    readonly languages: readonly { readonly extensions: readonly string[]; readonly firstLine: string }[];
    readonly keybindings: readonly object[];
  };
  readonly snippets: Readonly<Record<string, { readonly body: readonly string[] }>>;
}

const manifest = JSON.parse(
  readFileSync(join(repositoryRoot, 'editors', 'vscode', 'package.json'), 'utf8'),
) as Manifest;

let folder = '';
let packed: { readonly file: string; readonly output: string };

beforeAll(async () => {
  const packer = join(repositoryRoot, 'editors', 'vscode', 'node_modules', '@vscode', 'vsce');
  if (!existsSync(packer)) throw new Error('The packer is missing: run `npm ci --prefix editors/vscode`.');
  folder = await temporaryDirectory();
  packed = await packageExtension(folder);
}, 120_000);

afterAll(async () => {
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

it('is made without a warning, of at most 1 MiB', () => {
  expect(packed.output).toContain('Packaged');
  expect(packed.output).not.toMatch(/warn|error/i);
  expect(packed.file).toBe(join(folder, `svc-${manifest.version}.vsix`));
  expect(statSync(packed.file).size).toBeLessThanOrEqual(1024 * 1024);
});

it('holds the manifest, the papers, the grammar and two bundles, nothing else', async () => {
  const files = readZip(await readFile(packed.file));
  expect([...files.keys()].sort()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/changelog.md',
    'extension/dist/browser.js',
    'extension/dist/main.js',
    'extension/package.json',
    'extension/readme.md',
    'extension/syntaxes/http.tmLanguage.json',
  ]);
  for (const bundle of ['main', 'browser']) {
    const text = files.get(`extension/dist/${bundle}.js`)?.toString('utf8') ?? '';
    expect(text).toMatch(/^\/\*!\nsvc contains the following packages\./);
    expect(text).toContain('vscode-languageclient');
    expect(text).not.toContain(repositoryRoot);
  }
});

it('has the version of svc, and says what it needs', async () => {
  const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as Manifest;
  expect(manifest).toMatchObject({
    name: 'svc-request-files',
    displayName: 'svc request files',
    version,
    engines: { vscode: '^1.91.0' },
    main: './dist/main.js',
    browser: './dist/browser.js',
    activationEvents: ['onLanguage:http', 'workspaceContains:**/*.http'],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        restrictedConfigurations: ['svc.path', 'svc.serverArguments', 'svc.serverUrl'],
      },
      virtualWorkspaces: { supported: 'limited' },
    },
  });
});

it('takes the program, its permissions and the address of a server from no workspace', () => {
  const { properties } = manifest.contributes.configuration;
  expect(Object.entries(properties).map(([name, { default: value, scope }]) => [name, value, scope])).toEqual(
    [
      ['svc.path', '', 'machine'],
      ['svc.serverArguments', [], 'machine'],
      ['svc.serverUrl', '', 'machine'],
      ['svc.codeLens', true, 'window'],
    ],
  );
});

it('claims files that end with .http, and others by their first line only', () => {
  const [language] = manifest.contributes.languages;
  expect(language).toMatchObject({ id: 'http', extensions: ['.http'] });
  const first = new RegExp(language?.firstLine ?? '');
  expect(['###', '### login', '####\t'].filter((line) => first.test(line))).toHaveLength(3);
  expect(['## name', '###login', '%define x 1', 'Name: rpm'].filter((line) => first.test(line))).toEqual([]);
});

it('has the commands, the key and the snippets that are documented', async () => {
  const { commands, keybindings } = manifest.contributes;
  expect(commands.map(({ command }) => command)).toEqual([
    'svc.run',
    'svc.runFile',
    'svc.copyAsCurl',
    'svc.selectEnvironment',
    'svc.showResponse',
    'svc.restartServer',
  ]);
  expect(keybindings).toMatchObject([{ command: 'svc.run', key: 'ctrl+enter', mac: 'cmd+enter' }]);
  expect(Object.keys(manifest.snippets)).toEqual(['Request', 'Assertion block', 'Capture block']);
  expect(manifest).toMatchObject({
    comments: { lineComment: '#' },
    folding: { markers: { start: '^>>>', end: '^<<<\\s*$' } },
  });
});

it.each(Object.entries(manifest.snippets))(
  'the snippet %s is a part of a valid request file',
  async (name, { body }) => {
    const { parseRequestFile } = await import('../../src/request-file/parse-file.js');
    const text = body.join('\n').replaceAll(/\$\{\d+:([^}]*)\}|\$\d+/g, '$1');
    const whole = name === 'Request' ? text : `### a\nGET https://example.test/\n\n${text}`;
    const { diagnostics, requests } = await parseRequestFile(whole, 'a.http');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(requests).toHaveLength(1);
  },
);

/** The files of a ZIP archive, by the directory at its end. */
function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [size, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    const isStored = bytes.readUInt16LE(at + 10) === 0;
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), isStored ? content : inflateRawSync(content));
    at += 46 + name + extra + comment;
  }
  return files;
}
