import { describe, expect, it } from 'vitest';
import {
  describeDirective,
  describeFunction,
  describeOperator,
  describeSubject,
  describeWordAt,
} from './describe-word.js';
import { parseRequestFile } from './parse-file.js';
import { SUBJECT_WORDS } from './expressions/parse-subject.js';
import { BLOCK_KINDS, blockOpener } from './text/blocks.js';
import { DIRECTIVES } from './text/directives.js';
import { functionNames, functionShape } from './text/function-names.js';
import { OPERATORS } from './text/operators.js';
import {
  BLOCK_HELP,
  DIRECTIVE_HELP,
  FUNCTION_HELP,
  FUNCTION_PARAMETERS,
  OPERATOR_HELP,
  SUBJECT_HELP,
} from './text/word-help.js';

const GET = 'GET http://127.0.0.1:8080/\n';

async function findings(text: string): Promise<string[]> {
  const { diagnostics } = await parseRequestFile(text, 'a.http');
  return diagnostics.map(({ message }) => message);
}

describe('the help of words', () => {
  it('has a row for each word of the tables, and no other', () => {
    expect(Object.keys(DIRECTIVE_HELP)).toEqual([...DIRECTIVES.keys()]);
    expect(Object.keys(SUBJECT_HELP)).toEqual([...SUBJECT_WORDS]);
    expect(Object.keys(FUNCTION_HELP)).toEqual([...functionNames()]);
    expect(Object.keys(BLOCK_HELP)).toEqual([...BLOCK_KINDS]);
    const needed = [...OPERATORS.values()].filter(
      ({ name, negation }) =>
        !(name in OPERATOR_HELP) && !(negation !== undefined && negation in OPERATOR_HELP),
    );
    expect(needed).toEqual([]);
    expect(Object.keys(OPERATOR_HELP).filter((name) => !OPERATORS.has(name))).toEqual([]);
  });

  it.each([...DIRECTIVES.values()])('gives an example of @$name', async ({ name }) => {
    const { example = '', meaning } = describeDirective(name) ?? {};
    expect(example).toContain(`@${name}`);
    expect(meaning).toMatch(/\.$/);
    const { requests, diagnostics } = await parseRequestFile(
      `### login\n${GET}\n### used\n${example}\n${GET}`,
      'a.http',
    );
    expect(diagnostics).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it.each([...OPERATORS.values()])('gives an example of $written', async (operator) => {
    const { example } = describeOperator(operator);
    const { requests, diagnostics } = await parseRequestFile(`${GET}\n>>>\n${example}\n<<<\n`, 'a.http');
    expect(diagnostics).toEqual([]);
    expect(requests[0]?.assertions.map((each) => each.operator)).toEqual([operator.name]);
  });

  it.each(SUBJECT_WORDS)('gives an example of %s', async (word) => {
    const { example = '' } = describeSubject(word) ?? {};
    expect(example.split(' ')[1]?.split(/[.[]/)[0]).toBe(word);
    expect(await findings(`${GET}\n>>>\n${example}\n<<<\n`)).toEqual([]);
  });

  it.each(functionNames())('gives an example of %s', async (name) => {
    const { example = '', meaning = '' } = describeFunction(name) ?? {};
    // Only names of images may share the meaning that stands for all of them.
    expect(meaning.includes('address of an image')).toBe(/(?:Image|ImageUrl)$/.test(name));
    expect(example).toContain(`$${name}`);
    expect(await findings(`${GET}X: ${example}\n`)).toEqual([]);
  });

  it('names as many arguments as each function takes, optional ones in brackets', () => {
    const counts = (name: string): { least: number; most: number } => {
      const written = Object.hasOwn(FUNCTION_PARAMETERS, name) ? (FUNCTION_PARAMETERS[name] ?? '') : '';
      const words = (text: string): number => text.match(/\w+/g)?.length ?? 0;
      return { least: words(written.replaceAll(/\[.*?\]/g, '')), most: words(written) };
    };
    const shapes = functionNames().map((name) => {
      const { minArguments: least = -1, maxArguments: most = -1 } = functionShape(name) ?? {};
      return [name, { least, most }];
    });
    expect(functionNames().map((name) => [name, counts(name)])).toEqual(shapes);
    expect(Object.keys(FUNCTION_PARAMETERS).filter((name) => functionShape(name) === undefined)).toEqual([]);
    expect(describeFunction('random')?.grammar).toBe('([min, max])');
    expect(describeFunction('uuid')?.grammar).toBe('');
  });

  it('looks at a line of many braces in linear time', () => {
    expect(describeWordAt(`X: ${'{'.repeat(200_000)}`, 'headers', 5)).toBeUndefined();
  });

  it.each(BLOCK_KINDS)('gives an example of the block %s', async (kind) => {
    const [, example] = BLOCK_HELP[kind];
    expect(example).toContain(`${blockOpener(kind)}\n`);
    const head = example.startsWith('>>>') ? `POST http://127.0.0.1:8080/\n\n` : '';
    expect(await findings(`${head}${example}\n`)).toEqual([]);
  });
});

describe('the word at a place', () => {
  it.each([
    ['# @timeout 5 s', 'head', 5, '@timeout'],
    ['X: {{$env.HOME}}', 'headers', 10, '$processEnv'],
    ['X: {{$random.integer(1, 5)}}', 'headers', 12, '$random.integer'],
    ['X: {{$random.integer(1, 5)}}', 'headers', 24, undefined],
    ['# @timeout 5 s', 'head', 12, undefined],
    ['>>>capture', 'body', 6, '>>>capture'],
    ['>>>', 'body', 1, '>>>'],
    ['<<<', 'assertions', 1, undefined],
    ['expect body.items length > 3', 'assertions', 9, 'body'],
    ['expect body.items length > 3', 'assertions', 20, 'length >'],
    ['expect body.tags each !contains x', 'assertions', 19, 'each'],
    ['expect body.tags each !contains x', 'assertions', 25, '!contains'],
    ['expect header Type exists', 'assertions', 8, 'header'],
    ['expect status 200', 'assertions', 15, undefined],
    ['expect count > 3', 'db', 9, undefined],
    ['expect count > 3', 'db', 13, '>'],
    ['id from header Location', 'capture', 10, 'header'],
    ['{"a": "{{ $uuid }}"}', 'body', 11, '$uuid'],
    ['{"a": "{{ $base64({{user}}) }}"}', 'body', 12, '$base64'],
    ['{"a": "{{user}}"}', 'body', 10, undefined],
    ['# @timeout 5 s', 'body', 5, undefined],
  ] as const)('in %j of %s at %d is %s', (line, region, offset, title) => {
    expect(describeWordAt(line, region, offset)?.title).toBe(title);
  });
});
