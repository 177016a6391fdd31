import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { builtMain, runProgram } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

export const REQUESTS = `### Create order
# @name createOrder
POST http://127.0.0.1:1/orders

### read: order "one"
GET http://127.0.0.1:1/orders/1

###
GET http://127.0.0.1:1/unnamed
`;

/** One build prints one script. */
let printed: Promise<string> | undefined;

export async function bashScript(): Promise<string> {
  const cwd = await temporaryWorkspace();
  const { stdout } = await runProgram(process.execPath, ['--', builtMain, 'completion', 'bash'], { cwd });
  return stdout;
}

/** What bash offers for the line whose last word is under the cursor. */
export async function completions(
  words: readonly string[],
  files: Record<string, string> = {},
): Promise<string[]> {
  const cwd = await temporaryWorkspace({
    'orders.http': REQUESTS,
    'sub/more.SPEC': 'GET http://127.0.0.1:1/\n',
    'notes.txt': '',
    'broken.http': '### broken\nGTE x\n\u0000',
    ...files,
  });
  const bin = await temporaryWorkspace();
  await writeFile(join(bin, 'svc'), `#!/bin/sh\nexec "${process.execPath}" -- "${builtMain}" "$@"\n`);
  await chmod(join(bin, 'svc'), 0o755);
  printed ??= bashScript();
  await writeFile(join(bin, 'completion.bash'), await printed);
  const script = `
    source "$COMPLETION_SCRIPT"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
    $(complete -p svc | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    COMPLETION_SCRIPT: join(bin, 'completion.bash'),
  };
  const { stdout, stderr } = await runProgram('bash', ['-c', script, 'bash', ...words], { cwd, env });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
