/** The action for GitHub: its file, and its script with files of an invented machine. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory, temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { ACTION, ActionRunner } from '../support/program/action-steps.js';
import { startProgram } from '../support/program/live-svc.js';
import { repositoryRoot, runProgram } from '../support/program/run-svc.js';
import { listening } from '../support/servers/raw-server.js';

const SCRIPT = join(repositoryRoot, 'ci', 'github-action.mjs');

let root: string;

beforeAll(async () => {
  root = await temporaryDirectory();
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** The file that `npm pack` makes of a folder. */
async function pack(folder: string): Promise<string> {
  const place = await mkdtemp(join(root, 'packed-'));
  const args = ['pack', '--ignore-scripts', '--pack-destination', place, folder];
  const { code, stderr } = await runProgram('npm', args, { cwd: place });
  expect(code, stderr).toBe(0);
  const name = (await readdir(place)).find((file) => file.endsWith('.tgz'));
  return join(place, name ?? '');
}

describe('the action with the packed svc', () => {
  let tarball: string;
  let cwd: string;
  let server: Server;
  let first: ActionRunner;
  let unanswered = 0;

  beforeAll(async () => {
    tarball = await pack(repositoryRoot);
    server = createServer(({ url }, response) => {
      if (url === '/never') unanswered++;
      else response.writeHead(url === '/bad' ? 500 : 200).end();
    });
    const url = `http://127.0.0.1:${await listening(server)}`;
    cwd = join(root, 'clone');
    writeFiles(cwd, {
      'service.yaml': 'reporters: [json]\noutputDir: elsewhere\n',
      'tests/good.http': `### good\n# @tags smoke\nGET ${url}/good\n\n### later\n# @skip not yet\nGET ${url}/\n`,
      'tests/bad.http': `### bad\nGET ${url}/bad\n\n>>>\nexpect status == 200\n<<<\n`,
      'slow/never.http': `### never\nGET ${url}/never\n`,
      'api/deep/bad, too.http': `### bad\nGET ${url}/bad\n`,
    });
    first = await ActionRunner.start(cwd, root, { SVC_SECRET_token: 'abcdefgh' });
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('installs it once, runs it and tells GitHub the results', async () => {
    const inputs = { paths: 'tests', package: tarball, junit: 'out/junit.xml' };
    const { code, stdout, outputs, summary, cacheKey } = await first.run(inputs);
    expect(code).toBe(1);
    expect(cacheKey).toMatch(/^svc-Linux-X64-svc-http-[\d.]+\.tgz-[0-9a-f]{16}$/);
    expect(outputs).toEqual({
      passed: '1',
      failed: '1',
      skipped: '1',
      total: '3',
      'exit-code': '1',
      results: join(cwd, 'svc-results.json'),
    });
    expect(stdout).toContain('Tests: 1 passed, 1 failed, 1 skipped, 3 total');
    expect(stdout).toContain('\n::error file=tests/bad.http,line=5,title=bad::status equals: ');
    expect(stdout.endsWith('\n::notice::1 passed, 1 failed, 1 skipped\n')).toBe(true);
    expect(summary).toMatch(/^### svc: ❌ failed\n[^]*\| bad \| tests\/bad\.http:1 \|/);
    expect(await readFile(join(cwd, 'out', 'junit.xml'), 'utf8')).toContain('<testcase name="bad"');
    expect(stdout).toContain('added 1 package');

    // The same machine again, then another one with the same cache, which npm would not serve.
    const broken = { ...inputs, tags: 'smoke', paths: 'tests/good.http\r\n\n' };
    for (const runner of [first, await first.renewed()]) {
      const again = await runner.run(broken);
      expect(again.code).toBe(0);
      expect(again.stdout).not.toContain('added');
      expect(again.outputs).toMatchObject({ passed: '1', failed: '0', skipped: '1', 'exit-code': '0' });
      expect(again.cacheKey).toBe(runner === first ? undefined : cacheKey);
    }
  });

  it('names files as the repository does, and leaves out what is switched off', async () => {
    const inputs = { paths: 'deep', package: tarball, 'working-directory': 'api' };
    const shown = await first.run(inputs);
    expect(shown.stdout).toContain('\n::error file=api/deep/bad%2C too.http,line=1,title=bad::');
    expect(shown.outputs['results']).toBe(join(cwd, 'api', 'svc-results.json'));
    const summarized = await first.run({ ...inputs, annotations: 'false' });
    expect(summarized.stdout).not.toContain('::error');
    expect(summarized.summary).toContain('| bad |');
    const annotated = await first.run({ ...inputs, summary: 'false' });
    expect(annotated.stdout).toContain('::error file=api/');
    expect(annotated.summary).toBe('');
    const plain = await first.run({ ...inputs, summary: 'false', annotations: 'False' });
    expect([plain.code, plain.stdout.includes('::error'), plain.summary]).toEqual([1, false, '']);
  });

  it('says what is wrong, with an exit code and no results of an earlier run', async () => {
    writeFiles(cwd, { 'svc-results.json': '{"summary": {"passed": 7}}' });
    const missing = await first.run({ paths: 'nowhere.http', package: tarball });
    expect(missing.code).toBe(2);
    expect(missing.outputs).toMatchObject({ passed: '', 'exit-code': '2', results: '' });
    for (const [inputs, message] of [
      [{ paths: ' \n' }, 'paths is empty; name the files and folders to run, one per line'],
      [{ annotations: 'yes' }, 'annotations is "yes", but only true and false are possible'],
      [{ cache: '1' }, 'cache is "1", but only true and false are possible'],
      [{ 'working-directory': 'no%\nwhere' }, 'working-directory names no%25%0Awhere, which does not exist'],
      [{ package: './gone.tgz' }, 'package names ./gone.tgz, which does not exist'],
    ] as const) {
      const refused = await first.run({ paths: 'tests', package: tarball, ...inputs });
      expect([refused.code, refused.stdout]).toEqual([64, `::error::${message}\n`]);
    }
    const absent = await (await first.renewed()).run({ paths: 'tests', cache: 'false' });
    expect(absent.code).toBe(3);
    expect(absent.cacheKey).toBeUndefined();
    const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(absent.stdout).toContain(`::error::npm could not install svc-http@${version}\n`);
  });

  it.runIf(process.platform !== 'win32')('tells the results of a job that is cancelled', async () => {
    await first.run({ paths: 'tests/good.http', package: tarball });
    const variables = first.variables();
    const env = { ...variables, INPUT_PACKAGE: tarball, INPUT_PATHS: 'slow' };
    const script = startProgram([SCRIPT, 'run'], { cwd, env });
    await script.until(() => unanswered === 1);
    script.send('SIGTERM');
    const { code, stdout } = await script.ended;
    expect(code).toBe(143);
    expect(stdout).toContain('::notice::0 passed, 1 failed, 0 skipped');
    expect(await readFile(variables['GITHUB_OUTPUT'] ?? '', 'utf8')).toMatch(/\nexit-code<<(\S+)\n143\n\1\n/);
  });

  it('asks for a newer Node', async () => {
    const old = join(await temporaryWorkspace({ 'old.cjs': OLD_NODE }), 'old.cjs');
    const { code, stdout } = await runProgram(process.execPath, ['--require', old, SCRIPT, 'prepare'], {
      cwd,
    });
    expect([code, stdout]).toEqual([
      3,
      '::error::svc needs Node.js 20.19 or newer; add actions/setup-node\n',
    ]);
  });
});

const OLD_NODE = `Object.defineProperty(process, 'version', { value: 'v20.18.3' });\n`;

/** Responds to `--version` as svc does, and keeps all other arguments. */
const RECORDER = `#!/usr/bin/env node
const args = process.argv.slice(2);
if (args[0] === '--version') console.log('svc 9.9.9');
else require('node:fs').writeFileSync(process.env.RECORDED, JSON.stringify(args));
`;

const HOSTILE = [
  `"quoted"`,
  `it's`,
  '$(touch owned)',
  '`touch owned`',
  '${HOME}',
  '$HOME',
  '%PATH%',
  '; touch owned',
  '&& touch owned',
  '| touch owned',
  '> owned',
  '--output-file=owned',
  '-o',
  '--',
  '*.http',
  'a\\b\\',
  '%0Aowned',
  '::set-output name=a::b',
  '${{ github.token }}',
  'end\n::set-output name=passed::7',
  'one\r\ntwo',
  '=',
] as const;

describe('the action with another package', () => {
  let runner: ActionRunner;
  let recorder: string;
  let cwd: string;
  let recorded: string;

  beforeAll(async () => {
    cwd = await mkdtemp(join(root, 'empty-'));
    recorded = join(root, 'arguments.json');
    const manifest = { name: 'recorder', version: '1.0.0', bin: { svc: 'svc.js' } };
    const source = join(root, 'recorder');
    writeFiles(source, { 'package.json': JSON.stringify(manifest), 'svc.js': RECORDER });
    recorder = await pack(source);
    runner = await ActionRunner.start(cwd, root, { RECORDED: recorded });
    // From now on it is there.
    await runner.run({ package: recorder, paths: 'first.http' });
  });

  it.each(HOSTILE)('hands %j on as it is, in one argument each', async (hostile) => {
    const lines = hostile.split(/\r?\n/);
    const { code } = await runProgram(process.execPath, [SCRIPT, 'run'], {
      cwd,
      env: {
        ...runner.variables(),
        RECORDED: recorded,
        INPUT_PACKAGE: recorder,
        INPUT_PATHS: `first.http\n${hostile}`,
        INPUT_ENVIRONMENT: hostile,
        INPUT_TAGS: hostile,
        INPUT_EXCLUDE_TAGS: hostile,
        INPUT_SHARD: hostile,
        INPUT_RESULTS: hostile,
        INPUT_JUNIT: `junit ${basename(hostile)}`,
        INPUT_ARGS: hostile,
      },
    });
    expect(code).toBe(0);
    const args = JSON.parse(await readFile(recorded, 'utf8')) as string[];
    const reports = args.filter((arg) => /^--(?:report|output)/.test(arg) && !lines.includes(arg));
    expect(reports).toHaveLength(5);
    expect(args.filter((arg) => !reports.includes(arg))).toEqual([
      'run',
      '--ci',
      '--no-history',
      `--env=${hostile}`,
      `--tags=${hostile}`,
      `--exclude-tags=${hostile}`,
      `--shard=${hostile}`,
      ...lines,
      ...(hostile === '--' ? [] : ['--']),
      'first.http',
      ...lines,
    ]);
    expect(reports).toContain(`--report=json=${resolve(cwd, hostile)}`);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('is installed with a warning when the cache fails, and anew when it does not work', async () => {
    const other = await runner.renewed();
    other.cacheOutcome = 'failure';
    const first = await other.run({ package: recorder, paths: 'first.http' });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('::warning::The cache of svc could not be used.\n');
    const tools = join(other.variables()['RUNNER_TOOL_CACHE'] ?? '', 'svc');
    const [folder = ''] = await readdir(tools);
    await rm(join(tools, folder, 'node_modules', 'recorder', 'svc.js'));
    const again = await other.run({ package: recorder, paths: 'first.http' });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('added 1 package');
    expect(await readdir(tools)).toEqual([folder]);
  });

  it.runIf(process.platform !== 'win32')('hands it on through the shell of the step', async () => {
    const step = ACTION.runs.steps.find(({ id }) => id === 'run');
    const folder = await temporaryWorkspace({ 'step.sh': `${step?.run}\n` });
    const env = { ...runner.variables(), RECORDED: recorded, INPUT_PACKAGE: recorder };
    const { code } = await runProgram(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', join(folder, 'step.sh')],
      {
        cwd,
        env: { ...env, INPUT_PATHS: HOSTILE.slice(0, 8).join('\n') },
      },
    );
    expect(code).toBe(0);
    const args = JSON.parse(await readFile(recorded, 'utf8')) as string[];
    expect(args.slice(-8)).toEqual(HOSTILE.slice(0, 8));
  });
});
