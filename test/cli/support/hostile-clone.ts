import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dedent } from '../../support/dedent.js';
import { temporaryDirectory } from '../../support/files/workspace.js';

/** A clone of a repository that means harm, and everything outside of it that it might harm. */
export interface HostileWorld {
  /** Holds all of the others. */
  readonly base: string;
  readonly clone: string;
  readonly home: string;
  readonly elsewhere: string;
  /** Responds to everything with JSON. */
  readonly url: string;
}

/** Windows has no names for pipes among those of files. */
export const HAS_PIPES = process.platform !== 'win32' && spawnSync('mkfifo').error === undefined;

/** In files outside of the clone; no output may show it. */
export const OUTSIDE_SECRET = 'PRIVATE-KEY-OF-THE-OPERATOR';

export async function hostileWorld(url: string): Promise<HostileWorld> {
  const base = await temporaryDirectory();
  const world = {
    base,
    clone: join(base, 'clone'),
    home: join(base, 'home'),
    elsewhere: join(base, 'elsewhere'),
    url,
  };
  write(base, OUTSIDE);
  write(world.clone, cloneFiles(url));
  plantLinks(world);
  if (HAS_PIPES) plantPipes(world.clone);
  return world;
}

/** Badly formatted and valid: whatever rewrites it changes it. */
const NOTES = '###   notes\nGET     http://127.0.0.1:9/notes\n';

const OUTSIDE: Readonly<Record<string, string>> = {
  'home/.bashrc': 'export PATH\n',
  'home/.profile': 'umask 077\n',
  'home/.ssh/id': `${OUTSIDE_SECRET}\n`,
  'home/.ssh/config': 'Host *\n',
  'home/.config/app/settings': 'x\n',
  'home/notes.http': NOTES,
  'elsewhere/service.yaml': 'timeout: 4000\n',
  'elsewhere/history.db': 'not a history\n',
  'elsewhere/secret.env': `TOKEN=${OUTSIDE_SECRET}\n`,
  'elsewhere/folder/kept.txt': 'kept\n',
  'elsewhere/folder/000000000000001-0000000000000000.json': 'named like a run that waits\n',
};

function cloneFiles(url: string): Readonly<Record<string, string>> {
  const results = {
    schemaVersion: 1,
    tests: [],
    duration: 1,
    summary: { total: 0, passed: 0, failed: 0, skipped: 0 },
  };
  const collection = {
    info: {
      name: '../../home/x',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [{ name: '../../../home/.bashrc', request: { method: 'GET', url } }],
  };
  const har = {
    log: {
      entries: [
        {
          request: { method: 'GET', url: 'http://127.0.0.1:1/../../x' },
          response: { status: 200, content: { mimeType: 'application/json' } },
        },
      ],
    },
  };
  const clientExport = {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', parentId: null, name: '../../home' },
      { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: '../../../home/.ssh' },
      { _id: 'req_1', _type: 'request', parentId: 'fld_1', name: '../id', method: 'GET', url },
    ],
  };
  return {
    'service.yaml': 'timeout: 5000\n',
    'a.http': dedent`
      ###   a
      # @name a
      GET     ${url}/a

      >>>
      expect body snapshot
      <<<
    `,
    'b/b.http': dedent`
      ### b
      # @name b
      GET ${url}/b

      >>>
      expect body snapshot
      <<<
    `,
    'plain/plain.http': dedent`
      ### plain
      # @name plain
      GET ${url}/plain

      >>>
      expect status 200
      <<<
    `,
    'before.json': JSON.stringify(results),
    'after.json': JSON.stringify(results),
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: '../../home/x', version: '1' },
      servers: [{ url }],
      paths: {
        '/a': { get: { operationId: '../../home/.bashrc', responses: { 200: { description: 'ok' } } } },
      },
    }),
    'collection.json': JSON.stringify(collection),
    'export.json': JSON.stringify(clientExport),
    'client.har': JSON.stringify(har),
    'commands.txt': dedent`
      curl ${url} -d 'a
      ### b
      '
    `,
    '.git/config': '[core]\n\tfsmonitor = "touch ../home/executed"\n\thooksPath = hooks\n',
    '.git/hooks/post-checkout': '#!/bin/sh\ntouch ../home/executed\n',
    '.env': 'NODE_OPTIONS=--require=./evil.cjs\nSVC_OUTPUT_DIR=../home\n',
    '.npmrc': 'node-options=--require=./evil.cjs\n',
    'evil.cjs': "require('node:fs').writeFileSync('../home/executed', '');\n",
    'package.json': '{ "name": "evil", "scripts": { "prepare": "node evil.cjs" } }\n',
    'node_modules/pg/index.js': "require('node:fs').writeFileSync('../home/executed', '');\n",
  };
}

/** Every name that svc writes by default, and names that an operator would give. */
function plantLinks({ clone }: Pick<HostileWorld, 'clone'>): void {
  const links: Readonly<Record<string, string>> = {
    'results.json': '../home/.bashrc',
    'junit.xml': '../home/.ssh/id',
    'results.tap': '../home/.bashrc',
    'report.html': '../home/created.html',
    'chained.json': 'results.json',
    out: '../elsewhere/folder',
    missing: '../elsewhere/created',
    bodies: '../home/.ssh',
    __snapshots__: '../home/.ssh',
    'b/__snapshots__/b.http.snap.json': '../../../home/.bashrc',
    'secret.env': '../elsewhere/secret.env',
    'linked.db': '../elsewhere/history.db',
    'waiting.db.spool': '../elsewhere/folder',
  };
  for (const [name, target] of Object.entries(links)) plant(clone, name, target);
  mkdirSync(join(clone, 'ctrf.json'));
}

export function plant(clone: string, name: string, target: string): void {
  mkdirSync(dirname(join(clone, name)), { recursive: true });
  symlinkSync(target, join(clone, name));
}

function plantPipes(clone: string): void {
  execFileSync(
    'mkfifo',
    ['results.har', 'pipe', 'pipe.http'].map((name) => join(clone, name)),
  );
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: name.endsWith('/id') ? 0o600 : 0o644 });
  }
}

/** Everything outside of the clone but what svc keeps for itself: names, kinds, modes, times and contents. */
export function worldOutside({ base, clone, home }: HostileWorld): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (path: string): void => {
    const stats = lstatSync(path, { bigint: true });
    const isHome = path === home;
    // The directory of svc is made in the home directory, which changes its time.
    const times = isHome ? '' : String(stats.mtimeNs);
    found[path.slice(base.length)] = [stats.mode.toString(8), times, contentOf(path)].join(' ');
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(path)) {
      const next = join(path, name);
      if (next !== clone && next !== join(home, '.svc')) look(next);
    }
  };
  look(base);
  return found;
}

function contentOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}

/** Names in the directory that svc keeps for a user. */
export function ownFiles({ home }: HostileWorld): readonly string[] {
  const folder = join(home, '.svc');
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true }).map(String);
}
