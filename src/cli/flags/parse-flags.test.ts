import { describe, expect, it } from 'vitest';
import { choiceFlag, commaListFlag, counterFlag, switchFlag, repeatableTextFlag } from './flag.js';
import { parseFlags } from './parse-flags.js';

const FLAGS = {
  parallel: switchFlag('in parallel', { short: 'p', environment: 'SVC_PARALLEL' }),
  watch: switchFlag('again on change', { short: 'w' }),
  verbose: counterFlag('more', { short: 'v' }),
  name: repeatableTextFlag('by name', { short: 'n', value: 'glob' }),
  tags: commaListFlag('by tag', { short: 't', value: 'list', environment: 'SVC_TAGS' }),
  output: choiceFlag('format', ['console', 'json'], {
    short: 'o',
    value: 'format',
    environment: 'SVC_OUTPUT',
  }),
} as const;

const parse = (tokens: readonly string[], env: Record<string, string> = {}) => parseFlags(tokens, FLAGS, env);

describe('forms of a flag', () => {
  it.each([
    [['--output', 'json']],
    [['--output=json']],
    [['-o', 'json']],
    [['-ojson']],
    [['-pojson']],
    [['-po', 'json']],
  ])('%j', (tokens) => {
    const line = parse(tokens);
    expect(line.problems).toEqual([]);
    expect(line.values.output).toBe('json');
    expect(line.positionals).toEqual([]);
  });

  it('combines short switches and counts', () => {
    const { values } = parse(['-pvwv', '--verbose']);
    expect(values).toMatchObject({ parallel: true, watch: true, verbose: 3 });
    expect(parse(['--verbose=2']).values.verbose).toBe(2);
    expect(parse(['-vv', '--verbose=false']).values.verbose).toBe(0);
  });

  it('switches off with =false', () => {
    expect(parse(['-p', '--parallel=false']).values.parallel).toBe(false);
    expect(parse(['--parallel=NO', '--parallel']).values.parallel).toBe(true);
    expect(parse(['--parallel', 'false'])).toMatchObject({ positionals: ['false'] });
  });

  it('lets the last value win, except where a flag is repeatable', () => {
    expect(parse(['-o', 'json', '-o', 'console']).values.output).toBe('console');
    expect(parse(['-t', 'a', '-t', 'b, c,']).values.tags).toEqual(['b', 'c']);
    expect(parse(['-n', 'a', '--name=b', '-nc']).values.name).toEqual(['a', 'b', 'c']);
  });

  it('mixes with positionals until --', () => {
    const line = parse(['a.http', '-p', 'b.http', '-', '--', '--watch', '-n', '--']);
    expect(line.positionals).toEqual(['a.http', 'b.http', '-', '--watch', '-n', '--']);
    expect(line.values).toMatchObject({ parallel: true, watch: false, name: [] });
    expect(line.problems).toEqual([]);
  });

  it('takes values that look like flags when they are none', () => {
    expect(parse(['-n', '-']).values.name).toEqual(['-']);
    expect(parse(['-n', '--odd', '-n', '-5']).values.name).toEqual(['--odd', '-5']);
    expect(parse(['--name=--watch']).values.name).toEqual(['--watch']);
    expect(parse(['--name=a=b', '--name=']).values.name).toEqual(['a=b', '']);
  });

  it('remembers where a value comes from', () => {
    const { sources } = parse(['-p'], { SVC_PARALLEL: 'no', SVC_TAGS: 'x' });
    expect(Object.fromEntries(sources)).toEqual({ parallel: 'flag', tags: 'environment' });
  });
});

describe('problems', () => {
  it.each([
    [
      ['--wtch'],
      'unknown flag "--wtch"; did you mean "--watch"? (valid: --parallel, --watch, --verbose, --name, --tags, --output)',
    ],
    [['--wat'], 'unknown flag "--wat"; did you mean "--watch"?'],
    [['--deploy'], 'unknown flag "--deploy"; valid: --parallel'],
    [['-x'], 'unknown flag "-x"'],
    [['-pxw'], 'unknown flag "-x"'],
    [['-watch'], 'unknown flag "-watch"; did you mean "--watch"?'],
    [['-name', 'x'], '"-name" means -n ame; did you mean "--name"?'],
    [['--Name', 'x'], 'did you mean "--name"?'],
    [['--constructor'], 'unknown flag "--constructor"'],
    [['-o', 'jsno'], 'unknown value of --output "jsno"; did you mean "json"? (valid: console, json)'],
    [['--output=xml'], 'unknown value of --output "xml"; valid: console, json'],
    [['--parallel=maybe'], '"maybe" is not a value of --parallel; use true, 1, yes, false, 0 or no'],
    [['-n'], '--name needs a value: --name <glob>'],
    [['-n', '--watch'], '--name needs a value'],
    [['-n', '-p'], '--name needs a value'],
    [['-n', '--', 'x'], '--name needs a value'],
    [['-t', ' , '], '" , " is not a value of --tags; it needs at least one entry'],
    [['--a\u001b[31m\nb'], 'unknown flag "--a\\u001b[31m\\u000ab"'],
  ])('%j', (tokens, message) => {
    expect(parse(tokens).problems[0]).toContain(message);
  });

  it('name the unknown flag that comes first', () => {
    expect(parse(['--grep=x', '--json']).unknownFlag).toBe('--grep');
    expect(parse(['-f', 'a.http']).unknownFlag).toBe('-f');
    expect(parse(['-o', 'xml', '--json']).unknownFlag).toBeUndefined();
  });

  it('leave the other values complete', () => {
    const line = parse(['--nothing', '-p', 'a.http']);
    expect(line.values.parallel).toBe(true);
    expect(line.positionals).toEqual(['a.http']);
    expect(line.problems).toHaveLength(1);
  });
});

describe('environment variables', () => {
  it.each(['true', '1', 'yes', 'TRUE', 'Yes'])('%s switches on', (text) => {
    expect(parse([], { SVC_PARALLEL: text }).values.parallel).toBe(true);
  });

  it.each(['false', '0', 'no', 'No', ''])('%j switches off', (text) => {
    expect(parse([], { SVC_PARALLEL: text }).values.parallel).toBe(false);
  });

  it('are read like the flag, below it', () => {
    expect(parse([], { SVC_TAGS: 'a, b' }).values.tags).toEqual(['a', 'b']);
    expect(parse(['-t', 'c'], { SVC_TAGS: 'a, b' }).values.tags).toEqual(['c']);
    expect(parse(['--parallel=false'], { SVC_PARALLEL: 'yes' }).values.parallel).toBe(false);
  });

  it('are named when their value is bad', () => {
    expect(parse([], { SVC_PARALLEL: 'on' }).problems).toEqual([
      '"on" is not a value of SVC_PARALLEL; use true, 1, yes, false, 0 or no',
    ]);
    expect(parse([], { SVC_OUTPUT: 'jsn' }).problems[0]).toContain('unknown value of SVC_OUTPUT "jsn"');
  });
});
