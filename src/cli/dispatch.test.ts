import { describe, expect, it } from 'vitest';
import { fakeContext, type ContextParts } from '../../test/cli/support/fake-context.js';
import { ServiceError } from '../errors.js';
import { defineCommand, type CommandGroup } from './command/command.js';
import { ROOT_FLAGS } from './flags/global-flags.js';
import { dispatch } from './dispatch.js';
import { switchFlag, repeatableTextFlag } from './flags/flag.js';

const curl = defineCommand({
  arguments: [{ name: 'file', meaning: 'the request file', required: true }],
  flags: { name: repeatableTextFlag('by name', { short: 'n', value: 'glob' }), exec: switchFlag('run it') },
  examples: ['svc export curl a.http'],
  exitCodes: [[0, 'done']],
  async run({ flags, positionals, terminal }) {
    if (positionals[0] === 'broken.http') throw new TypeError('x is undefined');
    if (positionals[0] === 'gone.http') {
      throw new ServiceError('request-file', 'gone.http does not exist', { hint: 'check the path' });
    }
    await terminal.report(terminal.style('green', 'report\n'));
    await terminal.payload(`${JSON.stringify({ positionals, ...flags })}\n`);
    await terminal.warning('careful');
    return flags.exec ? 1 : 0;
  },
});

const serve = defineCommand({
  arguments: [],
  flags: {},
  examples: ['svc mcp serve'],
  exitCodes: [[0, 'ended']],
  run: async () => 0 as const,
});

const ROOT: CommandGroup = {
  name: 'svc',
  summary: 'Sample.',
  examples: ['svc export curl a.http'],
  flags: ROOT_FLAGS,
  commands: [
    {
      name: 'export',
      summary: 'Writes other forms.',
      examples: ['svc export curl a.http'],
      commands: [{ name: 'curl', summary: 'Writes curl.', load: async () => curl }],
    },
    {
      name: 'mcp',
      summary: 'Speaks MCP.',
      examples: ['svc mcp serve'],
      commands: [{ name: 'serve', summary: 'Serves.', load: async () => serve }],
    },
    { name: '__hidden', summary: 'Hidden.', hidden: true, load: async () => serve },
  ],
};

async function run(line: string, overrides: ContextParts = {}) {
  const context = fakeContext(line === '' ? [] : line.split(' '), overrides);
  const code = await dispatch(context, ROOT);
  return { code, ...context.written };
}

describe('nested commands', () => {
  it('run with their own flags, wherever these stand', async () => {
    for (const line of ['export curl -n x a.http', 'export curl a.http -nx', '--name=x export curl a.http']) {
      const { code, stdout } = await run(line);
      expect(code).toBe(0);
      expect(stdout).toContain('{"positionals":["a.http"],"name":["x"],"exec":false');
    }
    expect((await run('export --exec curl a.http')).code).toBe(1);
    expect((await run('-- export curl -n')).stdout).toContain('{"positionals":["-n"],"name":[]');
    expect((await run('-- -n')).stderr).toContain('unknown command "-n"');
  });

  it('are suggested within their group', async () => {
    expect(await run('export crl a.http')).toEqual({
      code: 64,
      stdout: '',
      stderr:
        'Error: unknown command of svc export "crl"; did you mean "curl"? (valid: curl)\nTry: svc export --help\n',
    });
    expect((await run('exprt curl')).stderr).toBe(
      'Error: unknown command "exprt"; did you mean "export"? (valid: export, mcp)\nTry: svc --help\n',
    );
    expect((await run('__hiden')).stderr).not.toContain('__hidden"?');
  });
});

describe('help', () => {
  it.each([
    ['', 'Usage: svc <command>'],
    ['-h', 'Usage: svc <command>'],
    ['--nonsense -h', 'Usage: svc <command>'],
    ['nonsense --help', 'Usage: svc <command>'],
    ['export', 'Usage: svc export <command>'],
    ['export nonsense -h', 'Usage: svc export <command>'],
    ['export curl --help', 'Usage: svc export curl <file> [flags]'],
    ['export curl a b c --wrong -n --help', 'Usage: svc export curl'],
    ['--help mcp serve', 'Usage: svc mcp serve'],
    ['mcp serve -vh', 'Usage: svc mcp serve'],
  ])('svc %s', async (line, usage) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.startsWith(usage)).toBe(true);
  });

  it('is not requested by an argument after --', async () => {
    const { stdout } = await run('export curl -- --help');
    expect(stdout).toContain('{"positionals":["--help"]');
  });
});

describe('bad usage', () => {
  it.each([
    ['export curl', 'missing argument <file>'],
    ['export curl a b', 'unexpected argument "b"; the command takes at most 1'],
    ['mcp serve x', 'unexpected argument "x"; the command takes no argument'],
    ['export curl a --exce', 'unknown flag "--exce"; did you mean "--exec"?'],
    ['--nonsense', 'unknown flag "--nonsense"'],
    ['export --nonsense', 'unknown flag "--nonsense"'],
  ])('svc %s', async (line, message) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(/^Error: [^\n]*\nTry: svc[^\n]* --help\n$/);
    expect(stderr).toContain(message);
  });

  it('names the variable with the bad value', async () => {
    const { code, stderr } = await run('export curl a', { env: { SVC_QUIET: 'perhaps' } });
    expect(code).toBe(64);
    expect(stderr).toContain('"perhaps" is not a value of SVC_QUIET');
  });
});

describe('failures', () => {
  it('print one line', async () => {
    expect(await run('export curl gone.http')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: gone.http does not exist; check the path\n',
    });
  });

  it('of svc itself ask for a report, the stack only with -vvv', async () => {
    const plain = await run('export curl broken.http -vv');
    expect(plain.code).toBe(70);
    expect(plain.stderr).toMatch(
      /^Error: internal fault of svc \(TypeError: x is undefined\); please report[^\n]*\n$/,
    );
    expect((await run('export curl broken.http -vvv')).stderr).toContain('\n    at ');
  });

  it('of standard output are reported', async () => {
    const { code, stderr } = await run('export curl --exec a.http', { failure: 'ENOSPC' });
    expect(code).toBe(3);
    expect(stderr).toContain('Error: could not write to standard output: the disk is full\n');
  });
});

describe('streams', () => {
  it('are coloured one by one', async () => {
    const out = await run('export curl a.http', { terminals: { stdout: true } });
    expect(out.stdout).toContain('\u001b[32mreport');
    expect(out.stderr).toBe('Warning: careful\n');
    const error = await run('export curl a.http', { terminals: { stderr: true } });
    expect(error.stdout).not.toContain('\u001b');
    expect(error.stderr).toBe('\u001b[33mWarning:\u001b[39m careful\n');
  });

  it('are quiet with -q, also against -v', async () => {
    const { stdout, stderr } = await run('export curl a.http -q -vvv');
    expect(stdout.startsWith('{')).toBe(true);
    expect(stderr).toBe('');
    expect((await run('export curl gone.http', { env: { SVC_QUIET: '1' } })).stderr).toContain(
      'Error: gone.http',
    );
  });
});

it('prints the version for the program only', async () => {
  expect((await run('-q --version')).stdout).toMatch(/^svc \S+\n$/);
  expect((await run('mcp serve --version')).code).toBe(64);
});
