import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Parser from '@actions/workflow-parser';
import type * as ActionParser from '@actions/workflow-parser/actions/index';
import { rolldown } from 'rolldown';
import { parseDocument } from 'yaml';
import { repositoryRoot } from '../program/run-svc.js';
import { temporaryDirectory } from '../files/workspace.js';

export interface Workflow {
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>;
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Job {
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Permissions;
  readonly needs?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly unknown[]>> };
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
}

type Permissions = string | Readonly<Record<string, string>>;

/** Where a workflow or one of its packages could be fetched from is the business of the machine that runs it. */
const REGISTRY = /registry|npmjs|yarnpkg|npm\.pkg|jfrog|verdaccio/i;
const COMMIT = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

export function readWorkflow(text: string): Workflow {
  return parseDocument(text).toJS() as Workflow;
}

/** What is wrong with a workflow, one sentence each. */
export async function workflowFindings(text: string): Promise<string[]> {
  const { errors, warnings } = parseDocument(text);
  if (errors.length > 0) return errors.map(({ message }) => `not YAML: ${message}`);
  const refused = await githubFindings(text);
  if (refused.length > 0) return refused;
  const workflow = readWorkflow(text);
  return [
    ...warnings.map(({ message }) => `YAML: ${message}`),
    ...(REGISTRY.test(text) ? ['names a package registry'] : []),
    ...(eventsOf(workflow).includes('pull_request_target') ? ['runs on pull_request_target'] : []),
    ...unlabelledCommits(text),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) =>
      jobFindings(job).map((finding) => `${name}: ${finding}`),
    ),
  ];
}

const loading = loadBundled<typeof Parser>('@actions/workflow-parser');

/** The package of GitHub imports JSON in a way that bundlers know and Node does not. */
async function loadBundled<T>(input: string): Promise<T> {
  const bundle = await rolldown({ input, cwd: repositoryRoot, platform: 'node' });
  const directory = await temporaryDirectory();
  try {
    const file = join(directory, 'parser.mjs');
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    return (await import(pathToFileURL(file).href)) as T;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What GitHub itself would refuse: unknown keys, events, permissions and contexts. */
export async function githubFindings(content: string): Promise<string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loading;
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  // It adds what it finds, such as a job that needs one that is not there, to the errors of the context.
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => `GitHub: ${message}`);
}

/** What is wrong with an action.yml, one sentence each. */
export async function actionFindings(content: string): Promise<string[]> {
  const { errors } = parseDocument(content);
  if (errors.length > 0) return errors.map(({ message }) => `not YAML: ${message}`);
  const { NoOperationTraceWriter } = await loading;
  const { convertActionTemplate, parseAction } = await loadBundled<typeof ActionParser>(
    '@actions/workflow-parser/actions/index',
  );
  const { context, value } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter());
  if (value !== undefined) convertActionTemplate(context, value);
  const refused = context.errors.getErrors().map(({ message }) => `GitHub: ${message}`);
  const { runs } = parseDocument(content).toJS() as { runs?: { steps?: readonly Step[] } };
  const scripts = (runs?.steps ?? []).map(({ run = '' }) => run).filter((run) => run.includes('${{'));
  return [...refused, ...scripts.map((run) => `has an expression inside of run: ${run.trim()}`)];
}

export function eventsOf({ on }: Workflow): string[] {
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? (on as string[]) : Object.keys(on);
}

/** Nobody can tell the version from a commit, so it stands behind it. */
function unlabelledCommits(text: string): string[] {
  const lines = text.split('\n').filter((line) => /\buses:.*@[0-9a-f]{40}/.test(line));
  return lines
    .filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
    .map((line) => `no version behind: ${line.trim()}`);
}

function jobFindings(job: Job): string[] {
  const { permissions, steps = [] } = job;
  return [
    ...(job['runs-on'] === undefined ? ['has no runs-on'] : []),
    ...(typeof job['timeout-minutes'] === 'number' ? [] : ['has no timeout-minutes']),
    ...(typeof permissions === 'object' ? [] : ['does not list its permissions']),
    ...steps.flatMap(({ uses }) =>
      uses === undefined || COMMIT.test(uses) ? [] : [`${uses} is not pinned`],
    ),
    ...steps.flatMap(({ run = '' }) => runFindings(run)),
  ];
}

function runFindings(run: string): string[] {
  // A value of an expression becomes part of the script before a shell reads it; variables do not.
  if (run.includes('${{')) return [`has an expression inside of run: ${run.trim()}`];
  const lines = run.split('\n').filter((line) => line.trim() !== '');
  return lines
    .filter((line) => !isKnown(line.trim().split(/\s+/)))
    .map((line) => `cannot run: ${line.trim()}`);
}

/** Scripts of package.json, files of the repository, the few commands that a release needs, and a Redis for tests. */
function isKnown([program, first = '', second = '']: readonly string[]): boolean {
  if (program === 'node') return existsSync(join(repositoryRoot, first));
  if (program === 'gh') return first === 'release' && second === 'create';
  if (program === 'brew') return first === 'install' && second === 'redis';
  if (program !== 'npm') return false;
  if (first === 'run') return scripts[second] !== undefined;
  return first === 'test' ? scripts['test'] !== undefined : ['ci', 'publish'].includes(first);
}
