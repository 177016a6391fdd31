/** Values that try to become commands, in every place of a command, through the shells of this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readShellCommand } from './shell-command.js';
import { valueProblem } from './shell-rules.js';

/** Each leaves a file called `pwned` where a shell takes it for more than text. */
const VALUES = [
  '$(touch pwned)',
  'x; touch pwned\ntouch pwned\n',
  '`touch pwned`"; touch pwned; "${x:-$(touch pwned)}',
  "'; touch pwned; '",
  'a[$(touch pwned)]',
  'x) touch pwned;; *',
  '([$(touch pwned)]=1)',
  '-v',
  'eval',
];

const ACCEPTED = [
  'echo {{x}}',
  'echo "{{x}}"',
  'echo a"b{{x}}c"d{{y}}',
  'echo {{x}}; true',
  'echo "$(echo {{x}})"',
  'echo $(echo "$(echo "{{x}}")")',
  'v={{x}}; echo "$v"',
  'v="{{x}}" env true',
  'export V={{x}}; echo "$V"',
  'readonly V="{{x}}"',
  'for v in {{x}} {{y}}; do echo "$v"; done',
  'case {{x}} in a) echo b;; {{y}}) echo c;; *) echo d;; esac',
  'if [ {{x}} = a ]; then echo b; fi',
  '[ -n {{x}} ] && [ {{x}} != {{y}} ]',
  '[ {{x}} {{y}} ]',
  'test {{x}} -gt 3',
  '[ 1 -eq {{x}} ]',
  'cat < {{x}}',
  'echo a > "./out-{{y}}" 2>&1',
  'printf "%s\\n" {{x}}',
  'printf "%s %d\\n" {{x}} {{y}}',
  'printf "a {{x}}\\n"',
  'echo {{x}} | cat',
  'echo {{x}} | while read line; do echo "$line"; done',
  'echo {{x}} # and {{y}}',
  'i=0; i=$((i+1)); echo {{x}}',
  'while [ "${i:-0}" -lt 2 ]; do i=$((i+1)); echo "{{x}}"; done',
  'sh -c \'echo "$1"\' sh {{x}}',
  'f() { echo "$1"; }; f {{x}}',
  'set -- {{x}}; echo "$1"',
  './no/such/{{x}}.sh',
  'echo ${HOME} "${HOME%x}" {{x}}',
  '(cd {{x}}; true)',
  '{ echo {{x}}; }',
  'echo ${{x}} "${{x}}"',
  'echo $((1 + 2)) {{x}}',
  'a=1 b={{x}} true',
];

const REFUSED = [
  "echo '{{x}}'",
  "echo $'{{x}}'",
  'echo `echo {{x}}`',
  'echo $(( {{x}} ))',
  'echo $((1 + ({{x}})))',
  'echo $[ {{x}} ]',
  '(( {{x}} ))',
  'let {{x}}',
  'let "n = {{x}}"',
  '[[ {{x}} -eq 1 ]]',
  '[[ a == {{x}} ]]',
  '[[ -v {{x}} ]]',
  'a[{{x}}]=1',
  'a["{{x}}"]=1',
  'echo ${a[{{x}}]}',
  'echo "${v:-{{x}}}"',
  'echo ${v:{{x}}}',
  'declare {{x}}',
  'declare -i n={{x}}',
  'declare -a n={{x}}',
  'typeset "{{x}}"',
  'f() { local n={{x}}; }; f',
  'export {{x}}',
  'readonly {{x}}',
  'export -n V={{x}}',
  'read {{x}} < /dev/null',
  'printf -v {{x}} y',
  'printf {{x}} {{y}} z',
  'mapfile {{x}} < /dev/null',
  'unset {{x}}',
  'getopts ab {{x}}',
  'eval {{x}}',
  'eval "echo {{x}}"',
  'command eval {{x}}',
  "e'va'l {{x}}",
  'source {{x}}',
  '. {{x}}',
  'trap {{x}} EXIT',
  'alias a={{x}}',
  'test -v {{x}}',
  '[ -v {{x}} ]',
  '[ -{{x}} {{y}} ]',
  '{{x}} {{y}}',
  'sh -c {{x}}',
  'sh -c "echo {{x}}"',
  'env -i bash -ec "echo {{x}}"',
  'find . -exec sh -c "echo {{x}}" {} +',
  'echo {{x}} | sh',
  'echo {{x}} | bash -s',
  'bash <<< {{x}}',
  'cat <<EOF\n{{x}}\nEOF',
  'ssh host echo {{x}}',
  'n={{x}}; echo $((n))',
  'n="$(echo {{x}})"; echo $(( $n + 1 ))',
  'n={{x}}; [[ $n -eq 1 ]]',
  'declare -i n; n={{x}}',
  'n={{x}}; eval "$n"',
  'n={{x}}; echo ${!n}',
  'n={{x}}; sh -c "$n"',
  'for n in {{x}}; do echo $((n)); done',
  'set -- {{x}}; echo $(($1))',
  'f() { echo $(($1)); }; f {{x}}',
  'read n <<< {{x}}; echo $((n))',
  'echo {{x}} | while read n; do echo $((n)); done',
  'echo {{x}} $((SVC_REF_1))',
  'n={{x}}; [ -v "$n" ]',
  'PS4={{x}}; set -x; true',
  'for {{x}} in a; do true; done',
];

it.each(REFUSED)('is refused: %s', (template) => {
  const reading = readShellCommand(template);
  expect(reading).toMatchObject({ ok: false });
  expect(!reading.ok && reading.reason).toMatch(/^the placeholder \{\{[xy]\}\} stands /);
});

it.each(ACCEPTED)('is accepted: %s', (template) => {
  expect(readShellCommand(template)).toMatchObject({ ok: true });
});

/** It starts thousands of processes, for which a busy machine takes minutes. */
const PATIENCE_MS = 300_000;

describe.each(shells())('in %s', { timeout: 2 * PATIENCE_MS }, (shell) => {
  it('runs no value of any accepted command', async () => {
    expect(await pwned(shell, ACCEPTED.map(accepted))).toEqual([]);
  });

  it('would run values in places that are refused', async () => {
    const unsafe = ['eval "$SVC_REF_1"', 'echo $(( ${SVC_REF_1} ))', 'sh -c "echo $SVC_REF_1"'];
    const commands = unsafe.map((command) => ({ command, rules: [] }));
    expect((await pwned(shell, commands)).length).toBeGreaterThan(0);
  });
});

interface Command {
  readonly command: string;
  readonly rules: readonly ('integer' | 'operand' | undefined)[];
}

function accepted(template: string): Command {
  const reading = readShellCommand(template);
  if (!reading.ok) throw new Error(reading.reason);
  return { command: reading.line.command, rules: reading.line.rules ?? [] };
}

/** Each program once, whatever it is called; the one that commands are given to is always among them. */
function shells(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = ['sh', 'bash', 'dash'].flatMap((shell) => {
    const folder = folders.find((each) => existsSync(join(each, shell)));
    return folder === undefined ? [] : [realpathSync(join(folder, shell))];
  });
  return [...new Set(found)];
}

/** Each command with each value, and each of two values, in one process: `command value value` of what ran. */
async function pwned(shell: string, commands: readonly Command[]): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-shell-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const environment: Record<string, string> = { PATH: process.env['PATH'] ?? '' };
  commands.forEach(({ command }, index) => (environment[`C_${index}`] = command));
  VALUES.forEach((value, index) => (environment[`V_${index}`] = value));
  const lines = commands.flatMap(({ rules }, c) =>
    VALUES.flatMap((value, v) => {
      const second = VALUES[(v + 4) % VALUES.length] ?? '';
      // What is not given to a command at run time needs no shell.
      if (valueProblem(value, rules[0]) ?? valueProblem(second, rules[1])) return [];
      return [`try ${c} ${v} ${(v + 4) % VALUES.length}`];
    }),
  );
  const driver = `try() {
  ( eval "SVC_REF_1=\\$V_$2 SVC_REF_2=\\$V_$3; export SVC_REF_1 SVC_REF_2"; SVC_REF_3=$SVC_REF_1; SVC_REF_4=$SVC_REF_2
    export SVC_REF_3 SVC_REF_4; eval "c=\\$C_$1"; eval "$c" ) > log 2>&1 < /dev/null
  if [ -e pwned ]; then rm -f pwned; echo "$1 $2" >> hits; fi
}
${lines.join('\n')}
echo end >> hits
`;
  const { status } = spawnSync(shell, ['-c', driver], {
    cwd: directory,
    env: environment,
    timeout: PATIENCE_MS,
  });
  expect(status).toBe(0);
  const hits = (await readFile(join(directory, 'hits'), 'utf8')).trimEnd().split('\n');
  expect(hits.pop()).toBe('end');
  return hits.map((hit) => {
    const [c = 0, v = 0] = hit.split(' ').map(Number);
    return `${commands[c]?.command} with ${VALUES[v]}`;
  });
}
