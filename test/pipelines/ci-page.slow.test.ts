/** The pipelines of docs/ci.md: their files have no fault, and their commands run. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Example } from '../support/files/markdown.js';
import { temporaryDirectory, writeFiles } from '../support/files/workspace.js';
import { ActionRunner } from '../support/program/action-steps.js';
import { repositoryRoot, runProgram, type RunOutcome } from '../support/program/run-svc.js';
import { readAzure, readGitlab, readJenkinsfile } from '../support/rules/pipeline-rules.js';
import { listening } from '../support/servers/raw-server.js';
import {
  ciExamples as examples,
  ciPage as page,
  fileOfPage,
  OWN_ACTION,
  WORKFLOWS,
  type Workflow,
} from './pipeline-page.js';

/** The commands of a terminal in the section with that heading. */
function terminalLines(heading: string): string[] {
  const text = page?.text ?? '';
  const start = text.slice(0, text.indexOf(`\n## ${heading}\n`)).split('\n').length;
  const end = text.indexOf('\n## ', text.indexOf(`\n## ${heading}\n`) + 1);
  const last = end === -1 ? Infinity : text.slice(0, end).split('\n').length;
  const own = examples.filter(({ language, place }: Example) => {
    const line = Number(place.split(':')[1]);
    return language === 'console' && line > start && line <= last;
  });
  return own.flatMap(({ text: shown }) => [...shown.matchAll(/^\$ (.+)$/gm)].map(([, line = '']) => line));
}

/** Runs what Docker would run in the container, with the volume as current directory and the passed variables only. */
const DOCKER = String.raw`#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const [command, ...words] = process.argv.slice(2);
const at = words.indexOf('svc');
const after = (flag) => words.slice(0, at).flatMap((word, i) => (words[i - 1] === flag ? [word] : []));
const known = ['--rm', '--user', '--volume', '--env'];
const unknown = words.slice(0, at).filter((word) => word.startsWith('--') && !known.includes(word));
const [folder, workspace] = after('--volume')[0].split(':');
if (command !== 'run' || unknown.length > 0 || workspace !== '/workspace') process.exit(125);
if (!/^\d+:\d+$/.test(after('--user')[0])) process.exit(125);
const passed = Object.fromEntries(after('--env').map((name) => [name, process.env[name] ?? '']));
const { status } = spawnSync('svc', words.slice(at + 1), {
  cwd: folder,
  env: { PATH: process.env.PATH, HOME: folder, ...passed },
  stdio: 'inherit',
});
process.exit(status ?? 1);
`;

// All these pipelines run on Linux, and their lines in its shell.
describe.runIf(process.platform !== 'win32')('the commands of the page', () => {
  let root: string;
  let tarball: string;
  let server: Server;
  let url: string;
  let keys: (string | undefined)[];

  beforeAll(async () => {
    root = await temporaryDirectory();
    const args = ['pack', '--ignore-scripts', '--pack-destination', root, repositoryRoot];
    const { code, stderr } = await runProgram('npm', args, { cwd: root });
    expect(code, stderr).toBe(0);
    tarball = join(root, (await readdir(root)).find((name) => name.endsWith('.tgz')) ?? '');
    server = createServer(({ headers }, response) => {
      keys.push(headers['x-api-key'] as string | undefined);
      response.writeHead(200).end();
    });
    url = `http://127.0.0.1:${await listening(server)}`;
    writeFiles(join(root, 'bin'), { docker: DOCKER });
    await chmod(join(root, 'bin', 'docker'), 0o755);
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true, force: true });
  });

  /** A clone with five tests in a new folder of a machine, and its shell. */
  async function machine(): Promise<Machine> {
    keys = [];
    const folder = await mkdtemp(join(root, 'machine-'));
    const clone = join(folder, 'clone');
    const request = (name: string): string =>
      `### ${name}\nGET ${url}/${name}\nX-Api-Key: {{apiKey}}\n\n>>>\nexpect status 200\n<<<\n`;
    const one = ['a', 'b', 'c'].map(request).join('\n');
    writeFiles(clone, { 'tests/one.http': one, 'tests/two.http': ['d', 'e'].map(request).join('\n') });
    await mkdir(join(folder, 'global'));
    return new Machine(folder, clone, tarball, join(root, 'bin'));
  }

  it.each(WORKFLOWS)('run in GitHub: %s', async (name) => {
    const own = await machine();
    const { jobs } = parse(fileOfPage(name)) as Workflow;
    const runner = await ActionRunner.start(own.clone, own.folder, { SVC_SECRET_apiKey: 'k-12345678' });
    let printed = '';
    for (const { strategy, steps, env = {} } of Object.values(jobs)) {
      for (const part of strategy?.matrix.part ?? [0]) {
        for (const { run, uses = '', with: inputs = {} } of steps) {
          if (run !== undefined) printed += (await own.type(run, env)).stdout;
          if (!OWN_ACTION.test(uses)) continue;
          const values = Object.entries(inputs).map(([input, value]) => [
            input,
            String(value).replaceAll('${{ matrix.part }}', String(part)),
          ]);
          const outcome = await runner.run({
            ...(Object.fromEntries(values) as Record<string, string>),
            package: tarball,
          });
          expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0);
          printed += outcome.stdout;
        }
      }
    }
    expect(keys).toEqual(Array.from({ length: 5 }, () => 'k-12345678'));
    expect(printed).toContain('::notice::5 passed, 0 failed, 0 skipped\n');
    const isPlain = name.endsWith('plain.yml');
    const report = await readFile(join(own.clone, isPlain ? 'svc-results.json' : 'junit.xml'), 'utf8');
    expect(report).toMatch(isPlain ? /"passed": 5/ : /tests="5"/);
  });

  it('run in GitLab', async () => {
    const own = await machine();
    const { value: jobs } = readGitlab(fileOfPage('.gitlab-ci.yml'));
    for (const { parallel, before_script: before = [], script = [] } of Object.values(jobs)) {
      for (let index = 1; index <= (parallel ?? 1); index++) {
        const node = parallel && { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${parallel}` };
        for (const line of [...before, ...script]) await own.type(line, { CI: 'true', ...node });
      }
    }
    expect(keys).toHaveLength(5);
    await own.expectReports('junit.xml', 'report.html');
    // A lost part is never green.
    await rm(join(own.clone, 'parts', '3.json'));
    const [line = ''] = jobs['api-report']?.script ?? [];
    const { stderr } = await own.type(line, {}, 3);
    expect(stderr).toBe('Error: expected 4 parts, found 3\n');
  });

  it('run in Jenkins', async () => {
    const own = await machine();
    for (const line of readJenkinsfile(fileOfPage('Jenkinsfile')).value) await own.type(line);
    expect(keys).toHaveLength(5);
    await own.expectReports('junit.xml', 'report.html');
  });

  it('run in Azure Pipelines', async () => {
    const own = await machine();
    for (const { strategy, steps } of readAzure(fileOfPage('azure-pipelines.yml')).value) {
      const total = strategy?.parallel ?? 1;
      for (let index = 1; index <= total; index++) {
        const position = { SYSTEM_JOBPOSITIONINPHASE: `${index}`, SYSTEM_TOTALJOBSINPHASE: `${total}` };
        for (const { script } of steps) {
          if (script !== undefined) await own.type(script, { ...position, PIPELINE_WORKSPACE: own.clone });
        }
        await own.publish('parts', `part-${index}`, strategy !== undefined);
      }
    }
    expect(keys).toHaveLength(5);
    await own.expectReports('junit.xml');
  });

  it('run before a commit and in a container', async () => {
    const own = await machine();
    await own.type('npm install --global --omit=optional "$SVC_PACKAGE"');
    for (const line of terminalLines('pre-commit')) await own.type(line);
    const lines = terminalLines('Docker');
    expect(lines).toHaveLength(1);
    for (const line of lines) await own.type(line);
    expect(keys).toHaveLength(5);
    await own.expectReports('junit.xml');
  });
});

/** A build machine with a global folder of npm, and a clone. */
class Machine {
  readonly folder: string;
  readonly clone: string;
  readonly #package: string;
  readonly #bin: string;
  /** What is installed once is not installed again. */
  readonly #installed = new Set<string>();

  constructor(folder: string, clone: string, tarball: string, bin: string) {
    this.folder = folder;
    this.clone = clone;
    this.#package = tarball;
    this.#bin = bin;
  }

  async type(line: string, env: Readonly<Record<string, string>> = {}, code = 0): Promise<RunOutcome> {
    const nothing = { code: 0, signal: null, stdout: '', stderr: '' };
    if (this.#installed.has(line)) return nothing;
    if (line.startsWith('npm install')) this.#installed.add(line);
    const globalFolder = join(this.folder, 'global');
    const path = [this.#bin, join(globalFolder, 'bin'), process.env['PATH'] ?? ''];
    const outcome = await runProgram('sh', ['-c', line], {
      cwd: this.clone,
      env: {
        ...env,
        PATH: path.join(delimiter),
        HOME: this.folder,
        SVC_PACKAGE: this.#package,
        SVC_SECRET_apiKey: 'k-12345678',
        npm_config_prefix: globalFolder,
        npm_config_offline: 'true',
        npm_config_update_notifier: 'false',
      },
    });
    expect(outcome.code, `${line}\n${outcome.stdout}${outcome.stderr}`).toBe(code);
    return outcome;
  }

  /** Keeps an artifact of one job for the others. */
  async publish(folder: string, artifact: string, isWanted: boolean): Promise<void> {
    if (isWanted) await this.type(`mv ${folder} ${artifact}`);
  }

  async expectReports(junit: string, html?: string): Promise<void> {
    expect(await readFile(join(this.clone, junit), 'utf8')).toContain(
      'tests="5" failures="0" errors="0" skipped="0"',
    );
    if (html !== undefined)
      expect(await readFile(join(this.clone, html), 'utf8')).toMatch(/^<!doctype html>/i);
  }
}
