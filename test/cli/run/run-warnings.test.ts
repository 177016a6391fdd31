import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

function warningsIn(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => (line.startsWith('Warning: ') ? [line.slice(9)] : []));
}

async function jsonServer(): Promise<string> {
  return (await loopback(() => ({ json: { id: 7 } }))).url;
}

describe('svc run', () => {
  it('shows the warnings of validate and the captures that found nothing', async () => {
    const url = await jsonServer();
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### first
        # @depnds x
        GET ${url}/
        >>>
        expect statu not exists
        <<<
        >>>capture
          lost from body.nothing
        <<<
        ### second
        GET ${url}/{{lost}}
      `,
    });
    const { code, stderr } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(warningsIn(stderr)).toEqual([
      'a.http:2:3 `@depnds` is not known and has no effect; did you mean `@depends`?',
      'a.http:5:8 `statu` means `body.statu`; did you mean `status`?',
      'a.http:8:3 capture "lost" found nothing at body.nothing',
    ]);
    expect(code).toBe(1);
    const quiet = await runInProcess(['run', 'a.http', '--no-history', '-q'], { cwd });
    expect(quiet.stderr).toBe('');
    const json = await runInProcess(['run', 'a.http', '--no-history', '-o', 'json'], { cwd });
    expect(warningsIn(json.stderr)).toHaveLength(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { total: 2 } });
  });

  it('shows a warning once, whatever has it, and counts those beyond 20', async () => {
    const url = await jsonServer();
    const lines = Array.from({ length: 24 }, (_, index) => `# @unknown${index}`).join('\n');
    const cwd = await temporaryWorkspace({
      'a.http': `### a\n${lines}\nGET ${url}/\n`,
      'rows.csv': 'n\n1\n2\n3\n',
      'b.http': dedent`
        ### b
        # @data ./rows.csv
        GET ${url}/{{lost}}
        >>>capture
        lost from body.nothing
        <<<
      `,
      'c.http': dedent`
        ### c
        # @data ./rows.csv
        GET ${url}/{{row.n}}
        >>>capture
        lost from body.nothing
        other from body.id
        <<<
        ### d
        # @if {{lost}}{{other}} == 1
        GET ${url}/
      `,
    });
    const many = warningsIn((await runInProcess(['run', 'a.http', '--no-history'], { cwd })).stderr);
    expect(many).toHaveLength(21);
    expect(many[19]).toBe('a.http:21:3 `@unknown19` is not known and has no effect');
    expect(many[20]).toBe('4 more warnings; svc validate shows them');
    const rows = await runInProcess(['run', 'c.http', '--no-history'], { cwd });
    expect(warningsIn(rows.stderr)).toEqual(['c.http:5:1 capture "lost" found nothing at body.nothing']);
    const both = warningsIn(
      (await runInProcess(['run', 'a.http', 'c.http', '--no-history'], { cwd })).stderr,
    );
    expect(both.slice(20)).toEqual([
      '4 more warnings; svc validate shows them',
      '1 more warning: captures that found nothing',
    ]);
  });

  it('shows those of files in which something is selected, and of files that these need', async () => {
    const url = await jsonServer();
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### one
        # @depends ./auth.http#login
        GET ${url}/{{login.token}}
      `,
      'auth.http': dedent`
        ### login
        # @nonsense
        GET ${url}/
        >>>capture
        token from body.id
        unused from body.id
        <<<
      `,
      'other.http': `### two\n# @wrong\nGET ${url}/\n`,
    });
    const selected = await runInProcess(['run', 'a.http', 'other.http', '-n', 'one', '--no-history'], {
      cwd,
    });
    expect(warningsIn(selected.stderr)).toEqual(['auth.http:2:3 `@nonsense` is not known and has no effect']);
    const all = await runInProcess(['run', '.', '--no-history'], { cwd });
    expect(warningsIn(all.stderr)).toEqual([
      'auth.http:2:3 `@nonsense` is not known and has no effect',
      'auth.http:6:1 capture `unused` is never used',
      'other.http:2:3 `@wrong` is not known and has no effect',
    ]);
  });

  it('redacts them', async () => {
    const url = await jsonServer();
    const cwd = await temporaryWorkspace({
      'a.http': `### a\n# @auth bearer hidden-token-1\n# @hidden-token-1 x\nGET ${url}/\n`,
    });
    const { stderr } = await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    expect(warningsIn(stderr)).toEqual(['a.http:3:3 `@[REDACTED]` is not known and has no effect']);
  });
});

/** Files with one finding of each kind, and files that use each other. */
const WRONG: Readonly<Record<string, string>> = {
  'unknown directive': '### a\n# @depnds x\nGET {url}/\n',
  'suspicious subject': '### a\nGET {url}/\n>>>\nexpect statu 200\n<<<\n',
  'unused capture': '### a\nGET {url}/\n>>>capture\n x from body.id\n<<<\n',
  'same title': '### a\nGET {url}/\n### a\nGET {url}/\n',
  'missing dependency': '### a\nGET {url}/\n### b\nGET {url}/{{a.response.status}}\n',
  'variable cycle': '@x = {{y}}\n@y = {{x}}\n### a\nGET {url}/\n',
  'unknown function': '### a\nGET {url}/{{$nothing()}}\n',
  'body that looks like a directive': '### a\nPOST {url}/\n\ntext\n# @timeout 5s\n',
  'foreign script': '### a\nGET {url}/\n\n> {%\nclient.test()\n%}\n',
  'dependency of another file': '### a\n# @depends ./other.http#nobody\nGET {url}/\n',
  'broken other file': '### a\n# @depends ./broken.http#x\nGET {url}/\n',
  'cycle through files': '### a\n# @depends ./back.http#back\nGET {url}/\n',
  'no method': '### a\nGTE {url}/\n',
  'duplicate names': '### a\n# @name n\nGET {url}/\n### b\n# @name n\nGET {url}/\n',
  nothing: '### a\nGET {url}/\n',
};

describe('svc run and svc validate', () => {
  it.each(Object.entries(WRONG))('agree on a file with: %s', async (finding, text) => {
    const url = await jsonServer();
    const cwd = await temporaryWorkspace({
      'a.http': text.replaceAll('{url}', url),
      'other.http': `### other\nGET ${url}/\n`,
      'broken.http': 'GTE x\n',
      'back.http': `### back\n# @depends ./a.http#a\nGET ${url}/\n`,
    });
    const validated = await runInProcess(['validate', '--json', 'a.http'], { cwd });
    const [file] = JSON.parse(validated.stdout) as {
      readonly diagnostics: readonly {
        readonly line: number;
        readonly column: number;
        readonly severity: string;
        readonly code: string;
        readonly message: string;
      }[];
    }[];
    const diagnostics = file?.diagnostics ?? [];
    expect(diagnostics.length > 0).toBe(finding !== 'nothing');
    const expected = diagnostics.map(({ line, column, code, message }) =>
      // Statements of scripts are named by the results, and only counted on stderr.
      code === 'untranslated_script' ? `line ${line}: ${message}` : `a.http:${line}:${column} ${message}`,
    );
    const statements = expected.filter((line) => line.startsWith('line ')).length;
    expect(statements > 0).toBe(finding === 'foreign script');
    const run = await runInProcess(['run', 'a.http', '--no-history', '-o', 'json'], { cwd });
    const { tests } = JSON.parse(run.stdout) as {
      tests: { error?: string; errorKind?: string; warnings?: string[] }[];
    };
    const problems = tests.flatMap(({ error = '', errorKind }) =>
      errorKind === 'file' ? error.split('\n') : [],
    );
    const reported = [...run.stderr.split('\n'), ...problems].flatMap((line) => {
      const [, place = '', message = ''] =
        /^(?:Warning: |Error: )?(a\.http:\d+:\d+):? (.*)$/.exec(line) ?? [];
      return place === '' ? [] : [`${place} ${message}`];
    });
    const named = tests.flatMap(({ warnings = [] }) => warnings.filter((line) => line.startsWith('line ')));
    expect([...reported, ...named].sort()).toEqual(expected.sort());
    const counted = warningsIn(run.stderr).filter((line) => line.includes('script statement'));
    expect(counted).toEqual(
      statements === 0
        ? []
        : [`a.http: ${statements} script statement is not checked (svc validate shows them)`],
    );
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    if (hasErrors) expect([validated.code, run.code]).toEqual([2, 2]);
  });

  it('agree on the examples', async () => {
    const cwd = process.cwd();
    const run = await runInProcess(['run', 'examples', '--dry-run'], { cwd });
    expect(run.stderr).toBe('');
    expect((await runInProcess(['validate', '--strict', 'examples'], { cwd })).code).toBe(0);
  });
});
