import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../errors.js';
import { editConfigText } from './config-edit.js';
import { parseConfig } from './config-text.js';

const set = (text: string, path: string, value: unknown): string =>
  editConfigText(text, [{ path: path.split('.'), value }]);
const remove = (text: string, path: string): string => set(text, path, undefined);

const FILE = `# Settings of the desk
defaultEnvironment: local   # the usual one
timeout:   15000
retries: 0x2  # two

headers: { Accept: application/json }  # flow
environments:
  # on this machine
  local:
    baseUrl: 'http://localhost:7070'   # the desk
    apiKey: "\${API_KEY:-dev-only}"

    # commented: out
  staging: {baseUrl: "https://desk.staging.example.test", apiKey: "\${API_KEY}"}
# load
stress:
  profiles:
    evening: { duration: 5m, rate: 40, thresholds: { p95: 250ms, errors: 0.5% } }
# the end
`;

/** The one range in which two texts differ. */
const difference = (before: string, after: string): [string, string] => {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
};

describe('editConfigText', () => {
  it.each([
    ['timeout', 20_000, '15', '20'],
    ['defaultEnvironment', 'staging', 'local', 'staging'],
    ['retries', 3, '0x2', '3'],
    ['headers.Accept', 'text/plain', 'application/json', '"text/plain"'],
    ['environments.local.baseUrl', 'x', "'http://localhost:7070'", 'x'],
    ['environments.staging.baseUrl', 'x y', 'https://desk.staging.example.test', 'x y'],
    ['stress.profiles.evening.thresholds.p95', '1s', '250ms', '"1s"'],
  ])('changes only the value of %s', (path, value, removed, written) => {
    const after = set(FILE, path, value);
    expect(difference(FILE, after)).toEqual([removed, written]);
  });

  it('writes nothing when the value is the same', () => {
    expect(set(FILE, 'retries', 2)).toBe(FILE);
    expect(
      set(FILE, 'environments.local', { apiKey: '${API_KEY:-dev-only}', baseUrl: 'http://localhost:7070' }),
    ).toBe(FILE);
    expect(remove(FILE, 'proxy')).toBe(FILE);
    expect(editConfigText(FILE, [])).toBe(FILE);
  });

  it('puts new keys at the end of their map', () => {
    expect(set(FILE, 'parallel', true)).toBe(FILE.replace('# the end', 'parallel: true\n# the end'));
    expect(set(FILE, 'headers.X-Trace', '1')).toBe(
      FILE.replace('application/json }', 'application/json, X-Trace: "1" }'),
    );
    expect(set(FILE, 'environments.local.user', 'ada')).toBe(
      FILE.replace('dev-only}"\n', 'dev-only}"\n    user: ada\n'),
    );
    expect(set(FILE, 'environments.qa', { baseUrl: 'http://qa', deep: { a: [1, 'b c'], e: {} } })).toBe(
      FILE.replace(
        '# load\n',
        '  qa:\n    baseUrl: "http://qa"\n    deep:\n      a: [1, "b c"]\n      e: {}\n# load\n',
      ),
    );
    expect(set(FILE, 'stress.profiles.quick', { duration: '5s' })).toBe(
      FILE.replace('# the end', '    quick:\n      duration: "5s"\n# the end'),
    );
  });

  it('keeps comments that belong to the last entry of a map above the new one', () => {
    const text = 'environments:\n  dev:\n    a: 1\n    # b: 2\n\n    # c: 3\n# outside\n';
    expect(set(text, 'environments.qa', {})).toBe(text.replace('# c: 3\n', '# c: 3\n  qa: {}\n'));
    expect(set(text, 'environments.dev.z', 1)).toBe(text.replace('a: 1\n', 'a: 1\n    z: 1\n'));
  });

  it('takes several edits at once, also side by side', () => {
    const edits = [
      { path: ['timeout'], value: 1 },
      { path: ['concurrency'], value: 2 },
      { path: ['bail'], value: true },
      { path: ['environments', 'local', 'new'], value: null },
      { path: ['environments', 'zoo'], value: { a: 1 } },
    ];
    const after = editConfigText(FILE, edits);
    expect(after).toContain('# the end\n');
    expect(after).toContain('concurrency: 2\nbail: true\n# the end\n');
    expect(parseConfig(after).config).toMatchObject({
      timeout: 1,
      concurrency: 2,
      environments: { zoo: { a: 1 } },
    });
  });

  it('removes an entry with its line and nothing else', () => {
    expect(remove(FILE, 'timeout')).toBe(FILE.replace('timeout:   15000\n', ''));
    expect(remove(FILE, 'environments.local.baseUrl')).toBe(FILE.replace(/ {4}baseUrl: 'http.*\n/, ''));
    expect(remove(FILE, 'environments.staging')).toBe(FILE.replace(/ {2}staging.*\n/, ''));
    expect(remove(FILE, 'environments.staging.baseUrl')).toBe(
      FILE.replace('baseUrl: "https://desk.staging.example.test", ', ''),
    );
    expect(remove(FILE, 'stress.profiles.evening.thresholds.errors')).toBe(
      FILE.replace(', errors: 0.5%', ''),
    );
    expect(remove(FILE, 'headers.Accept')).toBe(FILE.replace('{ Accept: application/json }', '{  }'));
  });

  it('leaves an empty map when the last entry goes', () => {
    const text = 'environments: # all\n  # one\n  dev: # first\n    # inner\n    a: 1 # gone\ntimeout: 1';
    expect(remove(text, 'environments.dev.a')).toBe(
      'environments: # all\n  # one\n  dev: {} # first\n    # inner\ntimeout: 1',
    );
    expect(remove(text, 'environments.dev')).toBe('environments: {} # all\n  # one\ntimeout: 1');
    expect(remove('timeout: 1', 'timeout')).toBe('');
    expect(remove('# c\ntimeout: 1 # d\n# e\n', 'timeout')).toBe('# c\n# e\n');
  });

  it('replaces the members of a map and keeps its comments', () => {
    const text = 'headers:\n  # a\n  A: "1" # one\n  # b\n  B: "2" # two\n';
    expect(set(text, 'headers', { B: 'x', C: 'w' })).toBe('headers:\n  # a\n  # b\n  B: x # two\n  C: w\n');
    expect(set(text, 'headers', { Z: 'z' })).toBe('headers:\n  # a\n  # b\n  Z: z\n');
    expect(set(text, 'headers', {})).toBe('headers: {}\n  # a\n  # b\n');
  });

  it.each([
    ['', 'timeout: 1\n'],
    ['\n', '\ntimeout: 1\n'],
    ['# c', '# c\ntimeout: 1\n'],
    ['# c\r\n', '# c\r\ntimeout: 1\r\n'],
    ['---\n', '---\ntimeout: 1\n'],
    ['\ufeff', '\ufefftimeout: 1\n'],
    ['\ufeff# c\n', '\ufeff# c\ntimeout: 1\n'],
    ['{}', '{timeout: 1}'],
    ['{ }\n', '{timeout: 1 }\n'],
    ['bail: true', 'bail: true\ntimeout: 1'],
    ['bail: true\r\nparallel: true', 'bail: true\r\nparallel: true\r\ntimeout: 1'],
    ['bail: true\r\n# c\r\n', 'bail: true\r\ntimeout: 1\r\n# c\r\n'],
    ['{bail: true,}', '{bail: true, timeout: 1,}'],
    ['{\n  bail: true # c\n}\n', '{\n  bail: true, timeout: 1 # c\n}\n'],
    ['  bail: true\n', '  bail: true\n  timeout: 1\n'],
    ['---\nbail: true\n...\n', '---\nbail: true\ntimeout: 1\n...\n'],
    ['x-a: |\n  text\n  more\n', 'x-a: |\n  text\n  more\ntimeout: 1\n'],
    ['x-a: >-\n  text', 'x-a: >-\n  text\ntimeout: 1'],
    ['x-a:\n- 1\n- 2 # c\n', 'x-a:\n- 1\n- 2 # c\ntimeout: 1\n'],
    ['x-a:\n', 'x-a:\ntimeout: 1\n'],
    ['"x-a": &a # c\n', '"x-a": &a # c\ntimeout: 1\n'],
    ['? x-a\n: 1\n', '? x-a\n: 1\ntimeout: 1\n'],
  ])('adds to %j', (text, after) => {
    expect(set(text, 'timeout', 1)).toBe(after);
  });

  it.each([
    ['|\n    text\n    more\n', 'new\n'],
    ['| # why\n    text\n', 'new # why\n'],
    ['>-\n    text', 'new'],
    ['|+\n    text\n\n\n', 'new\n'],
    ['\n    - 1 # one\n    - 2 # two\n', ' new\n'],
    ['# why\n    k: 1\n', 'new # why\n'],
    ['# why\n', 'new # why\n'],
    ["'it''s' # c\n", 'new # c\n'],
    ['two\n    lines # c\n', 'new # c\n'],
    ['[1, 2] # c\n', 'new # c\n'],
    ['!!str 5 # c\n', 'new # c\n'],
    ['&a x # c\n', '&a new # c\n'],
  ])('replaces a value written as %j', (written, after) => {
    const lead = written.startsWith('\n') ? '' : ' ';
    const text = `environments:\n  dev:\n   v:${lead}${written}`;
    const next = set(text, 'environments.dev.v', 'new');
    expect(next).toBe(`environments:\n  dev:\n   v:${lead}${after}`.replace(':  new', ': new'));
  });

  it('puts a map in place of anything', () => {
    expect(set('environments: {dev: {v}}', 'environments.dev.v', { a: [true] })).toBe(
      'environments: {dev: {v: {a: [true]}}}',
    );
    expect(set('environments: {dev: {v: }}', 'environments.dev.v', 'x')).toBe('environments: {dev: {v: x }}');
    expect(set('environments:\n  dev:\n    v: 1 # c\n', 'environments.dev.v', { a: 1 })).toBe(
      'environments:\n  dev:\n    v: {a: 1} # c\n',
    );
  });

  it('quotes what would be read as something else', () => {
    const values = {
      a: 'true',
      b: '12',
      c: '',
      d: ' x',
      e: 'a: b',
      f: '#',
      g: 'é\u0085\u2028\ufeff',
      h: 'No',
      i: '~',
      j: '\ud83d\ude00\n\t"\\',
      k: '@x',
      l: '-',
      m: '<<',
    };
    const after = set('', 'environments.dev', values);
    expect(parseConfig(after).config).toEqual({ environments: { dev: values } });
    const names = Object.fromEntries(Object.values(values).map((name) => [name, 1]));
    delete names['<<'];
    expect(parseConfig(set('{}', 'environments.dev', names)).config).toEqual({
      environments: { dev: names },
    });
  });

  it('keeps comments in flow maps that span lines', () => {
    const text = 'headers: {\n  A: "1", # one, 1\n  B: "2", # two\n  C: "3" # three\n}\n';
    expect(remove(text, 'headers.A')).toBe('headers: {\n  # one, 1\n  B: "2", # two\n  C: "3" # three\n}\n');
    expect(remove(text, 'headers.C')).toBe(
      'headers: {\n  A: "1", # one, 1\n  B: "2", # two\n   # three\n}\n',
    );
    for (const comment of ['# one, 1', '# two', '# three'])
      expect(set(text, 'headers', {})).toContain(comment);
  });

  it('replaces an alias but refuses to change what others share', () => {
    const text = 'environments:\n  dev: &base {a: 1}\n  qa: *base\n';
    expect(set(text, 'environments.qa', { a: 2 })).toBe('environments:\n  dev: &base {a: 1}\n  qa: {a: 2}\n');
    expect(set(text, 'environments.qa.b', 3)).toBe(
      'environments:\n  dev: &base {a: 1}\n  qa: {a: 1, b: 3}\n',
    );
    for (const attempt of [
      () => set(text, 'environments.dev.a', 2),
      () => set(text, 'environments.dev', {}),
      () => remove(text, 'environments.dev'),
    ]) {
      expect(attempt).toThrow(
        'service.yaml shares the value in several places by an anchor; change it by hand',
      );
    }
    expect(remove(text, 'environments.qa')).toBe('environments:\n  dev: &base {a: 1}\n');
  });

  it('refuses maps with merge keys, which mean nothing in YAML 1.2', () => {
    const text = 'x-b: &b {a: 1}\nenvironments:\n  dev: {<<: *b}\n';
    expect(() => set(text, 'environments.dev.c', 1)).toThrow(
      'a map with the key "<<" is not changed; change it by hand',
    );
    expect(set(text, 'timeout', 5)).toBe(`${text}timeout: 5\n`);
  });

  it.each([
    ['timeoutt: 1\n', 'service.yaml:1:1: unknown key "timeoutt"; did you mean "timeout"?'],
    ['timeout: [\n', /^service\.yaml:2:1: not valid YAML: /],
    ['timeout: 1\ntimeout: 2\n', 'service.yaml:2:1: duplicate key "timeout"'],
  ])('never changes %j, which is not valid', (text, message) => {
    expect(() => set(text, 'bail', true)).toThrow(message);
  });

  it('refuses what would not be valid afterwards', () => {
    const usage = (attempt: () => string, message: string): void => {
      expect(attempt).toThrow(expect.objectContaining({ kind: 'usage', message }) as ServiceError);
    };
    usage(() => set('', 'timeout', 0), 'timeout must be a number above 0');
    usage(
      () => set('', 'environments.active', {}),
      'environments.active must be an environment name other than "active", which is reserved',
    );
    usage(() => set('', '__proto__.x', 1), 'key "__proto__" is not allowed');
    usage(
      () => set('', 'environments', JSON.parse('{"dev": {"__proto__": 1}}')),
      'key "__proto__" is not allowed',
    );
    usage(() => set('timeout: 1', 'timeout.x', 1), 'timeout.x cannot be set: a part of it is not a map');
    usage(
      () => remove('stress: {profiles: {a: {duration: 1s}}}', 'stress.profiles.a.duration'),
      'stress.profiles.a needs the key "duration"',
    );
  });

  it('removes entries written with ? and refuses none of the styles it can read', () => {
    expect(remove('? timeout\n: 1\nbail: true\n', 'timeout')).toBe('bail: true\n');
    expect(set('? timeout\n: 1\n', 'timeout', 2)).toBe('? timeout\n: 2\n');
  });

  it('empties a long flow map in one step', () => {
    const entries = Array.from({ length: 500 }, (_, i) => `v${i}: ${i}`).join(', ');
    const text = `# head\nenvironments: {qa: {${entries}}, b: {x: 1}} # tail\n`;
    const edit = (value: unknown): string => editConfigText(text, [{ path: ['environments', 'qa'], value }]);
    expect(edit({})).toBe('# head\nenvironments: {qa: {}, b: {x: 1}} # tail\n');
    expect(edit({ v3: 4, new: true })).toBe(
      '# head\nenvironments: {qa: {v3: 4, new: true}, b: {x: 1}} # tail\n',
    );
  });
});
