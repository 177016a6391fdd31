import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { builtMain, runProgram } from '../../support/program/run-svc.js';

const PLACES = [
  ['bash', 'XDG_DATA_HOME', '.local/share', 'bash-completion/completions/svc'],
  ['zsh', 'XDG_DATA_HOME', '.local/share', 'zsh/site-functions/_svc'],
  ['fish', 'XDG_CONFIG_HOME', '.config', 'fish/completions/svc.fish'],
] as const;

const install = (home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInProcess(['completion', ...args, '--install'], { cwd: home, env: { HOME: home, ...env } });

describe.each(PLACES)('svc completion %s --install', (shell, variable, usual, below) => {
  it('writes what the command prints, where the shell looks, and says so', async () => {
    const home = await temporaryWorkspace();
    const path = join(home, usual, below);
    const { code, stdout, stderr } = await install(home, [shell]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Note: wrote ${path}\n`);
    expect(stderr.includes('fpath=')).toBe(shell === 'zsh');
    const printed = await runInProcess(['completion', shell], { cwd: home });
    expect(await readFile(path, 'utf8')).toBe(printed.stdout);
  });

  it(`respects ${variable}, but not a relative path in it`, async () => {
    const home = await temporaryWorkspace();
    const elsewhere = await temporaryWorkspace();
    expect((await install(home, [shell], { [variable]: elsewhere })).stderr).toContain(
      join(elsewhere, below),
    );
    expect((await install(home, [shell], { [variable]: 'here' })).stderr).toContain(join(home, usual, below));
  });

  it('replaces its own file, and that of somebody else only when told to', async () => {
    const home = await temporaryWorkspace();
    const path = join(home, usual, below);
    await install(home, [shell]);
    expect((await install(home, [shell])).code).toBe(0);
    await writeFile(path, '# mine\n');
    const refused = await install(home, [shell]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toBe(
      `Error: ${path} was not written by svc, so it was left as it is; use --force to replace it\n`,
    );
    expect(await readFile(path, 'utf8')).toBe('# mine\n');
    expect((await install(home, [shell, '--force'])).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('completion for svc');
  });

  it('says why it cannot write', async () => {
    const home = await temporaryWorkspace({ [usual.split('/')[0] ?? '']: 'a file where a folder should be' });
    const { code, stderr } = await install(home, [shell]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^Error: could not write .+: a part of the path is not a directory\n$/);
    const folder = await temporaryWorkspace();
    await mkdir(join(folder, usual, below), { recursive: true });
    expect((await install(folder, [shell, '--force'])).code).toBe(3);
    const nowhere = await runInProcess(['completion', shell, '--install'], {
      cwd: home,
      env: { HOME: '', USERPROFILE: '' },
    });
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain(`set HOME or ${variable}`);
  });
});

describe('svc completion', () => {
  it('installs nothing for PowerShell, whose profile belongs to the user', async () => {
    const home = await temporaryWorkspace();
    const { code, stderr } = await install(home, ['powershell']);
    expect(code).toBe(64);
    expect(stderr).toContain('$PROFILE');
  });

  it('wants --install beside --force', async () => {
    const home = await temporaryWorkspace();
    const { code, stderr } = await runInProcess(['completion', 'bash', '--force'], { cwd: home });
    expect(code).toBe(64);
    expect(stderr).toContain('--force has no effect without --install');
  });
});

/** Types into a real terminal, since only its line editor asks for completions. */
const ZSH = `
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal "PS1='> '; fpath=('$HOME/.local/share/zsh/site-functions' \\$fpath); autoload -Uz compinit; compinit -D -u; echo rea''dy"
zpty -r -m terminal line '*ready*'
zpty -w -n terminal $'svc vali\\t--stri\\t'
zpty -r -m terminal line '*strict*'
print -r -- "$line"
`;

const SHELLS: readonly (readonly [shell: string, script: string, expected: RegExp])[] = [
  [
    'bash',
    `source "$HOME/.local/share/bash-completion/completions/svc"
     COMP_WORDS=(svc validate --stri); COMP_CWORD=2; COMP_LINE="svc validate --stri"; COMP_POINT=\${#COMP_LINE}
     _svc; echo "\${COMPREPLY[@]}"`,
    /^--strict\n$/,
  ],
  ['zsh', ZSH, /validate.*--strict/s],
  ['fish', "complete -C'svc validate --stri'", /^--strict\twarnings count as errors\n$/],
];

describe.each(SHELLS)('an installed script of %s', (shell, script, expected) => {
  it('completes flags, where the shell is installed', async () => {
    const home = await temporaryWorkspace();
    await writeFile(join(home, 'svc'), `#!/bin/sh\nexec "${process.execPath}" -- "${builtMain}" "$@"\n`);
    await chmod(join(home, 'svc'), 0o755);
    const { stderr } = await install(home, [shell]);
    expect(stderr).toContain('Note: wrote');
    const found = await runProgram('sh', ['-c', `command -v ${shell}`], { cwd: home });
    if (found.code !== 0) return;
    const env = { HOME: home, PATH: `${home}:${process.env['PATH'] ?? ''}`, TERM: 'dumb' };
    const { stdout } = await runProgram(shell, [...(shell === 'zsh' ? ['-f'] : []), '-c', script], {
      cwd: home,
      env,
    });
    expect(stdout).toMatch(expected);
  });
});
