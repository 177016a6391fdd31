import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { listening } from '../../../test/support/servers/raw-server.js';
import { repositoryRoot } from '../../../test/support/program/run-svc.js';
import { writeExecutable } from '../../../test/support/files/executable.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { ArtifactTool } from '../artifacts/artifact-tool.js';
import type { ToolResult } from '../call/call-tool.js';
import { captureWebpageTool } from './capture-webpage.js';

const STORE = join(repositoryRoot, 'examples', 'artifact-tool', 'artifact-tool.mjs');

async function page(html: string, status = 200, type = 'text/html; charset=utf-8'): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(html);
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return `http://handy.example:${port}/lamps?token=secret`;
}

function artifact(path: string, stashDir: string, more: Partial<ArtifactTool> = {}): ArtifactTool {
  const killGroup = (id: number, signal: NodeJS.Signals): void => {
    try {
      process.kill(-id, signal);
    } catch {
      // It has ended already.
    }
  };
  const environment = { PATH: process.env['PATH'] ?? '', HOME: stashDir };
  return { path, stashDir, environment, killGroup, log: () => {}, ...more };
}

async function script(body: string): Promise<string> {
  const folder = await temporaryWorkspace();
  const path = join(folder, 'tool.sh');
  writeExecutable(path, `#!/bin/sh\n${body}\n`);
  return path;
}

async function capture(tool: ArtifactTool, args: object, more = {}): Promise<ToolResult> {
  return callHere(captureWebpageTool, args, testSettings('/', { artifact: tool, ...more }));
}

/** A separate folder for temporary files. */
async function ownTemporaryPlace(): Promise<string> {
  const place = await temporaryWorkspace();
  vi.stubEnv('TMPDIR', place);
  onTestFinished(() => void vi.unstubAllEnvs());
  return place;
}

describe('svc_capture_webpage', () => {
  it('saves a page with the store of the examples', async () => {
    const stash = await temporaryWorkspace();
    const url = await page('<title> Fixing a\n lamp </title><h1>Fix</h1><script>alert(1)</script>');
    const result = await capture(artifact(STORE, stash), { url, tags: ['lamps', 'web'], ttl: '7d' });
    const receipt = result.structuredContent as { stash: Record<string, unknown>; final_url: string };
    expect(receipt).toMatchObject({
      title: 'Fixing a lamp',
      http_status: 200,
      stash: {
        name: 'Fixing a lamp',
        status: 'saved',
        tags: ['web', 'markdown', 'lamps'],
        file_count: 1,
        indexed: true,
      },
    });
    expect(JSON.stringify(result)).not.toContain('secret');
    const saved = await readFile(join(stash, String(receipt.stash['id']), 'content', 'response.md'), 'utf8');
    expect(saved).toMatch(/^# HTTP response\n\n- Source: <http:\/\/handy\.example:\d+\/lamps>\n/);
    expect(saved).toContain('## Body\n\n# Fix\n');
    expect(saved).not.toMatch(/alert|secret/);
    expect(JSON.parse(textOf(result))).toEqual(receipt);
  });

  it('hands over arguments, never options, and little of the environment', async () => {
    const stash = await temporaryWorkspace();
    const tool = await script(
      `printf '%s\\n' "$@" > '${stash}/argv'; env > '${stash}/env'; pwd > '${stash}/pwd'; echo '{"id":"st_1"}'`,
    );
    const url = await page('<title>--stash-dir=/elsewhere</title>');
    const result = await capture(artifact(tool, stash), { url, index: false });
    expect(result.structuredContent).toMatchObject({
      stash: {
        id: 'st_1',
        name: 'stash-dir=/elsewhere',
        status: 'saved',
        created_at: '',
        index_requested: false,
        indexed: false,
      },
    });
    const argv = (await readFile(join(stash, 'argv'), 'utf8')).trim().split('\n');
    expect(argv.slice(0, 5)).toEqual(['--json', '--no-color', '--stash-dir', stash, 'save']);
    expect(argv.slice(6)).toEqual([
      '--name',
      'stash-dir=/elsewhere',
      '--tool',
      'svc',
      '--no-compress',
      '--tag',
      'web',
      '--tag',
      'markdown',
      '--source',
      expect.stringMatching(/\/lamps$/),
    ]);
    const names = (await readFile(join(stash, 'env'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '');
    expect(
      names.filter((name) => !/^(PATH|HOME|PWD|OLDPWD|SHLVL|_|SVC_ARTIFACT_OPERATION_ID)$/.test(name)),
    ).toEqual([]);
    expect(names).toContain('SVC_ARTIFACT_OPERATION_ID');
  });

  it.each([
    [
      'exit status 1 with an id is stored',
      'echo \'{"id":"x","failed":[{"id":"i","stage":"index","error":"no"}]}\'; exit 1',
      '"status": "saved_with_failures"',
    ],
    [
      'no id',
      'echo \'{"name":"x"}\'',
      'artifact_outcome_unknown: the save may or may not have happened (operation ',
    ],
    ['bad JSON', 'echo no; echo private >&2', 'artifact_outcome_unknown'],
    [
      'a flood',
      'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
      'artifact_outcome_unknown',
    ],
    ['a hang', 'trap "" TERM; sleep 60 & wait', 'artifact_outcome_unknown'],
  ])('%s', async (_, body, expected) => {
    const tool = artifact(await script(body), await temporaryWorkspace(), {
      // Only a hang is ended by its time limit.
      limits: { timeoutMs: body.includes('sleep') ? 1500 : 30_000, killDelayMs: 200 },
    });
    const place = await ownTemporaryPlace();
    const result = await capture(tool, { url: await page('<p>x') });
    expect(textOf(result)).toContain(expected);
    expect(textOf(result)).not.toContain('private');
    expect(await readdir(place)).toEqual([]);
  });

  it('names the reason when nothing was saved; svc_fetch shows what it says', async () => {
    const stash = await temporaryWorkspace();
    const gone = artifact(join(stash, 'gone'), stash);
    expect(textOf(await capture(gone, { url: await page('<p>x') }))).toMatch(/^artifact_failed/);
    const store = artifact(STORE, stash);
    expect(textOf(await capture(store, { url: await page('x', 404) }))).toBe(
      'http_status: the page answered 404; nothing was saved; svc_fetch shows what it says',
    );
    expect(textOf(await capture(store, { url: await page('x', 200, 'image/png') }))).toMatch(
      /^unsupported_media: image\/png/,
    );
    expect(await readdir(stash)).toEqual([]);
  });

  it('stays public-only under any network', async () => {
    const network = { policy: 'any-network' } as const;
    const stash = await temporaryWorkspace();
    const result = await capture(artifact(STORE, stash), { url: 'http://127.0.0.2/' }, { network });
    expect(textOf(result)).toBe(
      'blocked_target: 127.0.0.2 is not a public network target; only pages of the public network can be captured, ' +
        'whatever the operator permits to svc_fetch',
    );
  });

  it.each([
    [{ name: '-x' }, 'name: must not begin with -'],
    [{ name: 'é'.repeat(41) }, 'name: must not be longer than 80 bytes'],
    [{ tags: ['-x'] }, 'tags: must not begin with -'],
    [{ tags: ['a\u0007'] }, 'tags: must not contain control characters'],
    [{ tags: Array.from({ length: 19 }, (_, at) => `t${at}`) }, 'tags: must not be more than 20'],
    [{ ttl: '2026-02-30' }, 'ttl: the date does not exist'],
    [{ ttl: '0d' }, 'ttl: has not the right form'],
    [{ stash_dir: '/x' }, 'unknown field stash_dir'],
  ])('refuses %j', async (args, message) => {
    const tool = artifact('/nowhere', '/nowhere');
    const result = await capture(tool, { url: 'http://a.example/', ...args });
    expect(textOf(result)).toContain(`invalid_argument: ${message}`);
  });
});
