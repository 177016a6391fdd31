/** What is wrong with files of build servers that have no validator which could run here. */
import { parseDocument } from 'yaml';

type Members = Readonly<Record<string, unknown>>;

const GITLAB_TOP: ReadonlySet<string> = new Set(['default', 'include', 'stages', 'variables', 'workflow']);
const GITLAB_JOB: ReadonlySet<string> = new Set(
  'after_script allow_failure artifacts before_script cache environment extends image interruptible needs parallel resource_group retry rules script services stage tags timeout variables when'.split(
    ' ',
  ),
);
const GITLAB_ARTIFACTS: ReadonlySet<string> = new Set(
  'exclude expire_in expose_as name paths reports untracked when'.split(' '),
);
const AZURE_TOP: ReadonlySet<string> = new Set(
  'extends jobs name parameters pool pr resources schedules stages steps trigger variables'.split(' '),
);
const AZURE_JOB: ReadonlySet<string> = new Set(
  'condition container continueOnError dependsOn displayName job pool services steps strategy timeoutInMinutes variables workspace'.split(
    ' ',
  ),
);
const AZURE_ACTIONS = ['task', 'script', 'bash', 'pwsh', 'publish', 'download', 'checkout'];
const AZURE_STEP: ReadonlySet<string> = new Set([
  ...AZURE_ACTIONS,
  ...'artifact condition continueOnError displayName enabled env inputs name patterns timeoutInMinutes workingDirectory'.split(
    ' ',
  ),
]);

export interface Parsed<T> {
  readonly findings: readonly string[];
  readonly value: T;
}

function readYaml(text: string): Parsed<Members> {
  const document = parseDocument(text);
  const findings = [...document.errors, ...document.warnings].map(({ message }) => `not YAML: ${message}`);
  return { findings, value: findings.length > 0 ? {} : (document.toJS() as Members) };
}

function unknownKeys(where: string, members: Members, permitted: ReadonlySet<string>): string[] {
  return Object.keys(members).flatMap((key) => (permitted.has(key) ? [] : [`${where}: unknown key ${key}`]));
}

export interface GitlabJob {
  readonly extends?: string;
  readonly stage?: string;
  readonly needs?: readonly string[];
  readonly parallel?: number;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly artifacts?: Members;
}

/** The jobs that run, each with what it extends. */
export function readGitlab(text: string): Parsed<Readonly<Record<string, GitlabJob>>> {
  const { findings, value } = readYaml(text);
  const all = Object.entries(value).filter(([name]) => !GITLAB_TOP.has(name)) as [string, GitlabJob][];
  const stages = (value['stages'] ?? ['build', 'test', 'deploy']) as readonly string[];
  const found = [...findings];
  const jobs: Record<string, GitlabJob> = {};
  for (const [name, own] of all) {
    found.push(...unknownKeys(name, { ...own }, GITLAB_JOB));
    found.push(...unknownKeys(`${name}.artifacts`, own.artifacts ?? {}, GITLAB_ARTIFACTS));
    if (name.startsWith('.')) continue;
    const base = own.extends === undefined ? {} : value[own.extends];
    if (base === undefined) found.push(`${name}: extends ${own.extends}, which is not there`);
    const job: GitlabJob = { ...(base as GitlabJob), ...own };
    if (job.script === undefined) found.push(`${name}: has no script`);
    if (!stages.includes(job.stage ?? 'test')) found.push(`${name}: the stage ${job.stage} is not there`);
    for (const need of job.needs ?? []) {
      if (!(need in value)) found.push(`${name}: needs ${need}, which is not there`);
    }
    jobs[name] = job;
  }
  return { findings: found, value: jobs };
}

export interface AzureJob {
  readonly job: string;
  readonly dependsOn?: string;
  readonly strategy?: { readonly parallel?: number };
  readonly steps: readonly { readonly script?: string; readonly env?: Readonly<Record<string, string>> }[];
}

export function readAzure(text: string): Parsed<readonly AzureJob[]> {
  const { findings, value } = readYaml(text);
  const jobs = (value['jobs'] ?? []) as readonly AzureJob[];
  const names = new Set(jobs.map(({ job }) => job));
  const found = [...findings, ...unknownKeys('pipeline', value, AZURE_TOP)];
  for (const job of jobs) {
    found.push(...unknownKeys(job.job, { ...job }, AZURE_JOB));
    if (!/^[A-Za-z_]\w*$/.test(job.job)) found.push(`${job.job}: no name of a job`);
    if (job.dependsOn !== undefined && !names.has(job.dependsOn)) {
      found.push(`${job.job}: depends on ${job.dependsOn}, which is not there`);
    }
    for (const step of job.steps ?? []) {
      found.push(...unknownKeys(job.job, { ...step }, AZURE_STEP));
      const actions = Object.keys(step).filter((key) => AZURE_ACTIONS.includes(key));
      if (actions.length !== 1) found.push(`${job.job}: a step does ${actions.join(' and ') || 'nothing'}`);
    }
    if (job.steps === undefined) found.push(`${job.job}: has no steps`);
  }
  if (jobs.length === 0) found.push('there are no jobs');
  return { findings: found, value: jobs };
}

/** Which blocks of a declarative pipeline stand in which. */
const JENKINS_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  '': ['pipeline'],
  pipeline: ['agent', 'environment', 'options', 'parameters', 'post', 'stages', 'tools', 'triggers'],
  agent: ['docker', 'label', 'node'],
  stages: ['stage'],
  stage: ['agent', 'environment', 'post', 'stages', 'steps', 'when'],
  post: ['always', 'cleanup', 'failure', 'success', 'unstable'],
};

/** The shell lines of a declarative pipeline, and what is wrong with its blocks. */
export function readJenkinsfile(text: string): Parsed<readonly string[]> {
  const findings: string[] = [];
  const scripts: string[] = [];
  const open: string[] = [];
  const token = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(\w+)(?:\('[^']*'\))? *\{|\}|['"{]/g;
  for (const [found, block] of text.matchAll(token)) {
    const inside = open.at(-1) ?? '';
    if (block !== undefined) {
      if (JENKINS_BLOCKS[inside]?.includes(block) !== true) {
        findings.push(`${block} cannot stand in ${inside || 'the file'}`);
      }
      open.push(block);
    } else if (found === '}') {
      if (open.pop() === undefined) findings.push('a block is closed that is not open');
    } else if (found.length === 1) findings.push(`a lone ${found}`);
  }
  if (open.length > 0) findings.push(`not closed: ${open.join(', ')}`);
  for (const section of ['agent', 'stages', 'steps']) {
    if (!new RegExp(`\\b${section} \\{`).test(text)) findings.push(`has no ${section}`);
  }
  for (const [, script = ''] of text.matchAll(/\bsh '([^'\n]*)'/g)) scripts.push(script);
  return { findings, value: scripts };
}
