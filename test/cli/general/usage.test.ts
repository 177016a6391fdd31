import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../support/program/run-svc.js';
import { runInProcess } from '../../support/program/in-process-svc.js';

const svc = (args: readonly string[], env: Record<string, string> = {}) =>
  runInProcess(args, { cwd: repositoryRoot, env });

describe('bad usage ends with 64, one line and a pointer to the help', () => {
  it.each([
    [['validte'], 'unknown command "validte"; did you mean "validate"?', 'svc --help'],
    [['deploy'], 'unknown command "deploy"\n', 'svc --help'],
    [
      ['import', 'wsdl'],
      'unknown format of svc import "wsdl"; valid: openapi, collection, curl, clientexport, har',
      'svc import --help',
    ],
    [
      ['import', 'openapi', 'x', '--base-url', 'shop'],
      '"shop" is not a value of --base-url; use an http:// or https:// URL',
      'svc import openapi --help',
    ],
    [['contract', 'check'], 'unknown command of svc contract "check"; valid: verify', 'svc contract --help'],
    [['help', 'lst'], 'unknown command "lst"; did you mean "list"?', 'svc help --help'],
    [['validate', '--jsno'], 'unknown flag "--jsno"; did you mean "--json"?', 'svc validate --help'],
    [['validate', '--js'], 'unknown flag "--js"', 'svc validate --help'],
    [['run', '--json', 'a.http'], 'unknown flag "--json"; did you mean --output json?', 'svc run --help'],
    [['run', '-f', 'a.http'], 'unknown flag "-f"; paths are given without a flag', 'svc run --help'],
    [['run', '-env', 'dev'], '"-env" means -e nv; did you mean "--env"?', 'svc run --help'],
    [['list', '-x'], 'unknown flag "-x"', 'svc list --help'],
    [['--jsn', 'list'], 'unknown flag "--jsn"; did you mean "--json"?', 'svc list --help'],
    [
      ['validate', '--schema', 'answers'],
      'unknown value of --schema "answers"; valid: config, results, diff',
      'svc validate --help',
    ],
    [['validate', '--schema=confg'], 'did you mean "config"?', 'svc validate --help'],
    [['validate', '--strict=perhaps'], '"perhaps" is not a value of --strict', 'svc validate --help'],
    [['list', '-n'], '--name needs a value', 'svc list --help'],
    [['list', '--tags='], '"" is not a value of --tags', 'svc list --help'],
    [['init', 'here'], 'unexpected argument "here"', 'svc init --help'],
    [['version', 'x'], 'unexpected argument "x"', 'svc version --help'],
    [['completion'], 'missing argument <shell>: bash, zsh, fish, powershell', 'svc completion --help'],
    [
      ['completion', 'bsh'],
      'unknown shell "bsh"; did you mean "bash"? (valid: bash, zsh, fish, powershell)',
      'svc completion --help',
    ],
    [['completion', 'bash', 'zsh'], 'unexpected argument "zsh"', 'svc completion --help'],
    [['fmt', '--check', '--stdout'], '--check and --stdout exclude each other', 'svc fmt --help'],
    [
      ['list', '-n', 'no such request at all', 'examples'],
      'matches --name no such request at all',
      'svc list --help',
    ],
  ])('svc %j', async (args, message, pointer) => {
    const { code, stdout, stderr } = await svc(args);
    expect(code).toBe(64);
    expect(stderr).toContain(message);
    const [first, second, rest] = stderr.split('\n');
    expect(first).toMatch(/^Error: /);
    expect(second).toBe(`Try: ${pointer}`);
    expect(rest).toBe('');
    if (args[0] !== 'list') expect(stdout).toBe('');
  });

  it('for a bad environment variable, naming it', async () => {
    const { code, stderr } = await svc(['version'], { SVC_QUIET: 'maybe' });
    expect(code).toBe(64);
    expect(stderr).toContain('"maybe" is not a value of SVC_QUIET; use true, 1, yes, false, 0 or no');
    expect((await svc(['version'], { SVC_QUIET: '' })).code).toBe(0);
    expect((await svc(['version', '--quiet=no'], { SVC_QUIET: 'maybe' })).code).toBe(0);
  });

  it('without raw control characters of what was typed', async () => {
    const { stderr } = await svc(['\u001b[31mred\u0007\n']);
    expect(stderr).toContain('unknown command "\\u001b[31mred\\u0007\\u000a"');
  });
});
