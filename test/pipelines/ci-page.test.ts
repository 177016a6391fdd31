/** The pipelines of docs/ci.md: their files have no fault, and their commands run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ACTION } from '../support/program/action-steps.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { readAzure, readGitlab, readJenkinsfile } from '../support/rules/pipeline-rules.js';
import { githubFindings } from '../support/rules/workflow-rules.js';
import { ciPage as page, fileOfPage, OWN_ACTION, WORKFLOWS, type Workflow } from './pipeline-page.js';

describe('a file of the page', () => {
  it.each(WORKFLOWS)(
    '%s is a workflow that GitHub accepts, with inputs that the action has',
    async (name) => {
      const text = fileOfPage(name);
      expect(await githubFindings(text)).toEqual([]);
      const steps = Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps);
      for (const { run = '', uses = 'run@v0', with: inputs = {} } of steps) {
        expect(run).not.toContain('${{');
        expect(uses).toMatch(/@v\d/);
        if (!OWN_ACTION.test(uses)) continue;
        expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      }
    },
  );

  it('is one that GitLab, Azure and Jenkins can read', () => {
    expect(readGitlab(fileOfPage('.gitlab-ci.yml')).findings).toEqual([]);
    expect(readAzure(fileOfPage('azure-pipelines.yml')).findings).toEqual([]);
    expect(readJenkinsfile(fileOfPage('Jenkinsfile')).findings).toEqual([]);
  });

  it('names hooks that there are', async () => {
    const own = parse(await readFile(join(repositoryRoot, '.pre-commit-hooks.yaml'), 'utf8')) as {
      id: string;
    }[];
    const { repos } = parse(fileOfPage('.pre-commit-config.yaml')) as {
      repos: { hooks: { id: string }[] }[];
    };
    expect(repos.flatMap(({ hooks }) => hooks)).toEqual(own.map(({ id }) => ({ id })));
  });

  it('names the version of this package', async () => {
    const { name, version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    const shown = (page?.text ?? '').match(/svc-http@[\w.]+|REPOSITORY@[\w.]+|rev: [\w.]+/g);
    expect(new Set(shown)).toEqual(
      new Set([`${name}@${version}`, `REPOSITORY@v${version}`, `rev: v${version}`]),
    );
  });

  it.each([
    ['no YAML', '.gitlab-ci.yml', 'stages: [', readGitlab],
    ['an unknown key of a job', '.gitlab-ci.yml', 'scripts:', readGitlab],
    ['a stage that is not there', '.gitlab-ci.yml', 'stage: tests', readGitlab],
    ['a base that is not there', '.gitlab-ci.yml', 'extends: .base', readGitlab],
    ['a need that is not there', '.gitlab-ci.yml', 'needs: [tests]', readGitlab],
    ['an unknown key of artifacts', '.gitlab-ci.yml', 'path:', readGitlab],
    ['an unknown key of a step', 'azure-pipelines.yml', 'run:', readAzure],
    ['a step that does nothing', 'azure-pipelines.yml', 'displayName:', readAzure],
    ['a job that is not there', 'azure-pipelines.yml', 'dependsOn: tests', readAzure],
    ['an unknown key at the top', 'azure-pipelines.yml', 'triggers:', readAzure],
    ['a block that is not closed', 'Jenkinsfile', 'post {{', readJenkinsfile],
    ['a block at the wrong place', 'Jenkinsfile', 'step {', readJenkinsfile],
    ['a lone quote', 'Jenkinsfile', "sh 'npm", readJenkinsfile],
  ])('is refused with %s', (_what, name, wrong, read) => {
    const [word = ''] = /^\w+/.exec(wrong) ?? [];
    const right = RIGHT[wrong] ?? new RegExp(`\\b${word}.*`);
    const text = fileOfPage(name);
    const changed = text.replace(right, wrong);
    expect(changed).not.toBe(text);
    expect(read(changed).findings).not.toEqual([]);
  });
});

/** What a wrong text stands in place of, where it is not the line of the same word. */
const RIGHT: Readonly<Record<string, RegExp>> = {
  'scripts:': /\bscript:/,
  'path:': /\bpaths:/,
  'run:': /\bscript:/,
  'displayName:': /\bscript:/,
  'triggers:': /\btrigger:/,
  'step {': /\bsteps \{/,
  "sh 'npm": /\bsh 'npm.*/,
};
