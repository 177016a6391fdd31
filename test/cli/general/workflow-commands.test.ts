/** Under GitHub Actions no text of a target, a file or a page can become a command of the workflow. */
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

/** As the runner reads a line: the older form is looked for anywhere in it. */
function commandsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /^\s*::[\w-]+.*?::/u.test(line) || /##\[[\w-]+[^\]]*\]/.test(line));
}

const BODY =
  '::error::one\n  ::set-output name=a::two\n\t::add-mask::three\nsee ##[error]four\n::stop-commands::x\n';

const FILE = (url: string): string => `### ::error::name ##[error]name
GET ${url}/::warning::path
X-Sent: ##[warning]sent

>>>
expect body == "::error::expected"
expect body contains "::error::wanted"
expect header X-Note == "##[group]header"
<<<
`;

async function printed(args: readonly string[], actions = true): Promise<{ stdout: string; stderr: string }> {
  const { url } = await loopback(() => ({ text: BODY, headers: { 'X-Note': '##[error]::note::' } }));
  const cwd = await temporaryWorkspace({ 'a.http': FILE(url) });
  const env = actions ? { GITHUB_ACTIONS: 'true' } : {};
  return runInProcess(args, { cwd, env });
}

describe('lines of a run', () => {
  it('are commands where nobody guards them', async () => {
    const { stdout } = await printed(['run', 'a.http', '-vvv'], false);
    expect(commandsIn(stdout).length).toBeGreaterThan(5);
  });

  it.each([
    ['run', 'a.http', '-vvv'],
    ['run', 'a.http', '-o', 'json'],
    ['run', 'a.http', '-o', 'tap'],
    ['run', 'a.http', '-o', 'junit'],
    ['list', 'a.http'],
  ])('are no commands: %s %s %s %s', async (...args) => {
    const { stdout, stderr } = await printed(args);
    expect(stdout).toMatch(/(?:\\u003a|\\u0023|&#58;|&#35;)/);
    expect(commandsIn(stdout)).toEqual([]);
    expect(commandsIn(stderr)).toEqual([]);
  });

  it('are still readable for programs', async () => {
    const { stdout } = await printed(['run', 'a.http', '-o', 'json']);
    expect(stdout).not.toContain('##[');
    const { tests } = JSON.parse(stdout) as { tests: { name: string }[] };
    expect(tests[0]?.name).toBe('::error::name ##[error]name');
  });

  it('are the commands of the report that consists of them, one for each test', async () => {
    const { stdout, stderr } = await printed(['run', 'a.http', '-o', 'github']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=a\.http,line=\d+,title=%3A%3Aerror%3A%3Aname ##\[error\]name::/);
    expect(lines[0]).toContain('%0A');
    expect(lines[1]).toBe('::notice::0 passed, 1 failed, 0 skipped');
    expect(commandsIn(stderr)).toEqual([]);
  });
});

it('errors about what was typed are no commands', async () => {
  const { stderr } = await printed(['run', '::error::x\n::error::y ##[error]z.http']);
  expect(stderr).toContain('error');
  expect(commandsIn(stderr)).toEqual([]);
});
