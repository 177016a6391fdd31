import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from './support/program/run-svc.js';
import { eventsOf, readWorkflow, workflowFindings, type Workflow } from './support/rules/workflow-rules.js';
import { folder, names } from './workflows-setup.js';

async function workflow(name: string): Promise<Workflow> {
  return readWorkflow(await readFile(join(folder, name), 'utf8'));
}

describe('the workflows', () => {
  it('are those of CI and of releases', () => {
    expect(names.sort()).toEqual(['ci.yml', 'release.yml']);
  });

  it.each(names)(
    '%s may only read unless a job says otherwise, and never runs twice at once',
    async (name) => {
      const { permissions, concurrency } = await workflow(name);
      expect(permissions).toEqual({ contents: 'read' });
      expect(concurrency).toMatchObject({ group: expect.any(String) });
    },
  );
});

describe('CI', () => {
  it('runs on every promised system and Node, from the oldest that package.json allows', async () => {
    const { jobs } = await workflow('ci.yml');
    expect(Object.keys(jobs)).toEqual(['test']);
    const matrix = jobs['test']?.strategy?.matrix;
    expect(matrix).toEqual({
      system: ['ubuntu-latest', 'ubuntu-24.04-arm', 'macos-latest', 'macos-15-intel', 'windows-latest'],
      node: [20, 22, 24, 26],
    });
    expect(jobs['test']?.['runs-on']).toBe('${{ matrix.system }}');
    const { engines } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(/^>=(\d+)\./.exec(engines.node)?.[1]).toBe(String(matrix?.['node']?.[0]));
  });

  it('runs npm test and npm run test:full and nothing else, with what they need, as CI, and only reads', async () => {
    const { jobs, ...rest } = await workflow('ci.yml');
    const { steps = [], env, permissions } = jobs['test'] ?? {};
    expect(steps.flatMap(({ run, ...step }) => (run ? [[step.if, run]] : []))).toEqual([
      ["runner.os == 'macOS'", 'brew install redis neovim'],
      ["runner.os != 'Windows'", 'npm test'],
      ["runner.os != 'Windows'", 'npm run test:full'],
      ["runner.os == 'Windows'", "npm test -- --project '!queue'"],
      ["runner.os == 'Windows'", "npm run test:full -- --project '!queue' --project '!neovim'"],
    ]);
    expect(env).toEqual({ CI: 'true' });
    expect(permissions).toEqual({ contents: 'read' });
    expect(eventsOf({ jobs, ...rest })).toEqual(['push', 'pull_request']);
  });
});

describe('a release', () => {
  it('is made by tags only', async () => {
    expect((await workflow('release.yml')).on).toEqual({ push: { tags: ['v*'] } });
  });

  it('tests, then publishes with provenance, then tells, each with no more rights than it needs', async () => {
    const { jobs } = await workflow('release.yml');
    const found = Object.entries(jobs).map(([name, { needs, permissions, steps = [] }]) => ({
      name,
      needs,
      permissions,
      programs: steps.flatMap(({ run = '' }) => run.split('\n').filter(Boolean)).map(firstWords),
    }));
    expect(found).toEqual([
      {
        name: 'test',
        needs: undefined,
        permissions: { contents: 'read' },
        programs: [
          'node scripts/release-check.mjs',
          'npm ci',
          'node scripts/shipped/audit.mjs',
          'npm test',
          'npm run',
        ],
      },
      {
        name: 'publish',
        needs: 'test',
        permissions: { contents: 'read', 'id-token': 'write' },
        programs: ['npm ci', 'npm publish'],
      },
      {
        name: 'github-release',
        needs: 'publish',
        permissions: { contents: 'write' },
        programs: ['node scripts/release-check.mjs', 'node scripts/shipped/sbom.mjs', 'gh release'],
      },
    ]);
    const [, publish] = jobs['publish']?.steps?.flatMap(({ run = [] }) => run) ?? [];
    expect(publish).toBe('npm publish --provenance --access public');
  });

  it('fails without an audit, and carries the list of what is shipped', async () => {
    const { jobs } = await workflow('release.yml');
    const lines = (job: string): string[] =>
      jobs[job]?.steps?.flatMap(({ run = '' }) => run.split('\n').filter(Boolean)) ?? [];
    expect(lines('test')).toContain('node scripts/shipped/audit.mjs --release');
    const [, sbom = '', release = ''] = lines('github-release');
    const file = '"$RUNNER_TEMP/svc-http.cdx.json"';
    expect(sbom.endsWith(file)).toBe(true);
    expect(release.endsWith(` ${file}`)).toBe(true);
  });
});

function firstWords(line: string): string {
  return line.split(' ').slice(0, 2).join(' ');
}

const GOOD = `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8 # v6.0.1
      - run: npm test
`;

describe('the rules for workflows', () => {
  it('accept a good one', async () => {
    expect(await workflowFindings(GOOD)).toEqual([]);
  });

  it.each([
    ['what is not YAML', 'on: push', 'on: [push', 'not YAML: '],
    [
      'an unknown key',
      '    timeout-minutes',
      '    timeout',
      "GitHub: workflow.yml (Line: 5, Col: 5): Unexpected value 'timeout'",
    ],
    [
      'an unknown right',
      'contents: read',
      'contents: reed',
      "GitHub: workflow.yml (Line: 7, Col: 17): Unexpected value 'reed'",
    ],
    [
      'an unknown event',
      'on: push',
      'on: pushed',
      "GitHub: workflow.yml (Line: 1, Col: 5): Unexpected value 'pushed'",
    ],
    ['a job that is not there', '    steps:', '    needs: build\n    steps:', 'GitHub: '],
    ['an unknown context', 'npm test', 'npm test ${{ nothing.here }}', 'GitHub: '],
    ['no time limit', '    timeout-minutes: 5\n', '', 'test: has no timeout-minutes'],
    [
      'no list of rights',
      '    permissions:\n      contents: read\n',
      '',
      'test: does not list its permissions',
    ],
    [
      'all rights',
      '    permissions:\n      contents: read\n',
      '    permissions: write-all\n',
      'test: does not list its permissions',
    ],
    ['a tag that can be moved', /@[0-9a-f]+ # .*/, '@v6', 'test: actions/checkout@v6 is not pinned'],
    [
      'a short commit',
      /@([0-9a-f]{12})[0-9a-f]+ # .*/,
      '@$1',
      'test: actions/checkout@8e8c483db84b is not pinned',
    ],
    ['a commit of no version', ' # v6.0.1', '', 'no version behind: - uses: actions/checkout@8e8c'],
    ['hostile pull requests', 'on: push', 'on: pull_request_target', 'runs on pull_request_target'],
    ['them among others', 'on: push', 'on: [push, pull_request_target]', 'runs on pull_request_target'],
    [
      'them with a filter',
      'on: push',
      'on:\n  pull_request_target:\n    branches: [main]',
      'runs on pull_request_target',
    ],
    [
      'text of strangers in a script',
      'npm test',
      'npm test ${{ github.event.issue.title }}',
      'test: has an expression inside of run',
    ],
    ['a script that is not there', 'npm test', 'npm run tset', 'test: cannot run: npm run tset'],
    [
      'a file that is not there',
      'npm test',
      'node scripts/gone.mjs',
      'test: cannot run: node scripts/gone.mjs',
    ],
    ['other programs', 'npm test', 'curl example.test', 'test: cannot run: curl example.test'],
    [
      'them in a second line',
      'run: npm test',
      'run: |\n          npm test\n          npx whatever',
      'test: cannot run: npx whatever',
    ],
    ['a registry', 'npm test', 'npm ci --registry=https://packages.example.test', 'names a package registry'],
  ] as const)('refuse %s', async (_case, from, to, finding) => {
    const text = GOOD.replace(from, to);
    expect(text).not.toBe(GOOD);
    const findings = await workflowFindings(text);
    expect(findings).toEqual([expect.stringContaining(finding)]);
  });
});

describe('the forms for issues', () => {
  it.each(['bug_report.yml', 'feature_request.yml'])(
    '%s asks for something that needs a reaction',
    async (name) => {
      const form = parse(await readFile(join(folder, '..', 'ISSUE_TEMPLATE', name), 'utf8')) as {
        name: string;
        description: string;
        body: { type: string; id?: string; attributes: object; validations?: { required?: boolean } }[];
      };
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      expect(fields.filter(({ validations }) => validations?.required === true)).not.toEqual([]);
      const ids = fields.map(({ id }) => id);
      expect(new Set(ids).size).toBe(fields.length);
      for (const { type, attributes } of fields) {
        expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
        expect(attributes).toMatchObject({ label: expect.any(String) });
      }
    },
  );
});
