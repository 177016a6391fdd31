import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands/all-commands.js';
import { GLOBAL_FLAGS } from '../src/cli/flags/global-flags.js';
import { findCommand } from '../src/cli/command/find-command.js';
import { parseFlags } from '../src/cli/flags/parse-flags.js';
import { RULES } from '../src/request-file/model/diagnostic.js';
import { DIRECTIVES } from '../src/request-file/text/directives.js';
import { formatRequestFile } from '../src/request-file/format-text.js';
import { functionNames } from '../src/request-file/text/function-names.js';
import { OPERATORS } from '../src/request-file/text/operators.js';
import { AUTH_METHODS } from '../src/request-file/parse/parse-auth.js';
import { parseRequestFile } from '../src/request-file/parse-file.js';
import type { McpSettings } from '../src/mcp/call/settings.js';
import { toolsOf } from '../src/mcp/tools/all-tools.js';
import type { Shape } from '../src/primitives/shapes/check-shape.js';
import { CONFIG_SHAPE } from '../src/workspace/config/config.js';
import { parseConfig } from '../src/workspace/config/config-text.js';
import { argumentsOf, callsSvc, shownCalls } from './support/program/console-lines.js';
import {
  anchors,
  links,
  readPages,
  tableBelow,
  withoutExamples,
  type Example,
  type Page,
} from './support/files/markdown.js';
import { repositoryRoot } from './support/program/run-svc.js';

const pages = await readPages();
const examples = pages.flatMap((page) => page.examples);

function page(path: string): Page {
  const found = pages.find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} is missing`);
  return found;
}

/** Named by their place, so that a failure says where to look. */
function inLanguage(...languages: string[]): (readonly [string, Example])[] {
  const found = examples.filter(({ language }) => languages.includes(language));
  if (found.length === 0) throw new Error(`no ${languages.join(', ')} example was found`);
  return found.map((example) => [example.place, example]);
}

function follower(example: Example): Example {
  const next = examples[examples.indexOf(example) + 1];
  if (next === undefined) throw new Error(`nothing follows ${example.place}`);
  return next;
}

describe('the request files of the documentation', () => {
  it.each(inLanguage('http'))(
    '%s has no errors and only the warnings it announces',
    async (_place, example) => {
      const found = await codes(example);
      expect(found.errors).toEqual([]);
      expect(found.warnings).toEqual(announced(example));
    },
  );

  it.each(inLanguage('http error'))('%s has exactly the errors it announces', async (_place, example) => {
    const found = await codes(example);
    expect(announced(example)).not.toEqual([]);
    expect(found).toEqual({ errors: announced(example), warnings: [] });
  });

  const untidy = inLanguage('http').filter(([, { notes }]) => notes.has('formats'));
  it.each(untidy)('%s is formatted as the page shows', async (_place, example) => {
    expect(await formatRequestFile(example.text, 'example.http')).toEqual({
      ok: true,
      text: follower(example).text,
    });
  });

  it('show one example that is formatted', () => {
    expect(untidy).toHaveLength(1);
  });
});

async function codes({ text }: Example): Promise<{ errors: string[]; warnings: string[] }> {
  const { diagnostics } = await parseRequestFile(text, 'example.http');
  const of = (wanted: string): string[] => [
    ...new Set(diagnostics.filter(({ severity }) => severity === wanted).map(({ code }) => code)),
  ];
  return { errors: of('error'), warnings: of('warning') };
}

/** `<!-- expect: code, code -->` above an example, in the order of the lines. */
function announced({ notes }: Example): string[] {
  return notes.get('expect')?.split(', ') ?? [];
}

describe('the settings of the documentation', () => {
  const settings = inLanguage('yaml').filter(([, { notes }]) =>
    /^service\.ya?ml$/.test(notes.get('file') ?? 'service.yaml'),
  );
  it.each(settings)('%s is a valid service.yaml', (_place, example) => {
    const { problems, warnings } = parseConfig(example.text);
    expect([...problems, ...warnings]).toEqual([]);
  });
});

describe('the command lines of the documentation', () => {
  const shown = examples.flatMap((example) =>
    shownCalls(example).flatMap(({ line }) => (callsSvc(line) ? [[line, example.place] as const] : [])),
  );
  const quoted = pages.flatMap((from) => quotedCommands(from).map((line) => [line, from.path] as const));
  const lines = [...shown, ...quoted];

  it('are found', () => {
    expect(shown.length).toBeGreaterThan(5);
    expect(quoted.length).toBeGreaterThan(5);
  });

  it.each(lines)('%s (%s) names a command and flags that exist', async (line) => {
    const { node, rest, unknown } = findCommand(argumentsOf(line), COMMANDS);
    expect(unknown).toBeUndefined();
    const flags = 'load' in node ? (await node.load()).flags : node.flags;
    expect(parseFlags(rest, { ...flags, ...GLOBAL_FLAGS }, {}).problems).toEqual([]);
  });
});

/** Whole command lines within the prose and the tables; one with `<name>` or `…` is only a form. */
function quotedCommands(from: Page): string[] {
  const code = [...withoutExamples(from).matchAll(/`(svc [^`\n]+)`/g)].map(([, text = '']) => `$ ${text}`);
  return [...new Set(code)].filter((line) => !/[<…[\\]/.test(line));
}

describe('the words of the documentation', () => {
  it('announce nothing that is missing', () => {
    const announced =
      /\b(?:(?:still |yet )?to be built|not (?:yet )?implemented|not built yet|coming soon)\b/gi;
    const found = pages.flatMap(({ path, text }) =>
      [...text.matchAll(announced)].map(([words]) => `${path}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it('name the products whose files are imported', () => {
    for (const path of [
      'README.md',
      'docs/import-export.md',
      'docs/cli.md',
      'docs/web.md',
      'docs/server.md',
    ]) {
      const { text } = page(path);
      for (const name of ['OpenAPI', 'Swagger', 'Postman', 'Insomnia', 'curl'])
        expect(text, path).toContain(name);
    }
  });
});

describe('the links of the documentation', () => {
  it.each(pages.map((from) => [from.path, from] as const))('%s: all lead somewhere', (_path, from) => {
    expect(links(from).flatMap((target) => brokenLink(from, target))).toEqual([]);
  });

  it('are found', () => {
    expect(pages.flatMap(links).length).toBeGreaterThan(50);
  });
});

function brokenLink(from: Page, target: string): string[] {
  if (/^https?:/.test(target)) return [];
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from.path : posix.join(posix.dirname(from.path), path);
  if (!existsSync(join(repositoryRoot, file))) return [target];
  return anchor === undefined || anchors(page(file)).has(anchor) ? [] : [target];
}

describe('the tables of the documentation', () => {
  it('list every diagnostic as it is', () => {
    const expected = Object.entries(RULES).map(
      ([code, { severity, phase, messages }]) =>
        `| \`${code}\` | ${severity} | ${phase} | ${messages.join(' / ')} |`,
    );
    expect(tableBelow(page('docs/language.md'), '## Diagnostics', '| Code |')).toEqual(expected);
  });

  it('list every directive', () => {
    const rows = tableBelow(page('docs/language.md'), '## Directives', '| Directive |');
    const names = [...rows.join('\n').matchAll(/^\| (`@[^|]+)/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`@([^`]+)`/g)].map(([, name]) => name),
    );
    expect(names).toEqual([...DIRECTIVES.values()].map(({ name }) => name));
  });

  it('list every function', () => {
    const rows = [
      ...tableBelow(page('docs/language.md'), '### Functions', '| Function |'),
      ...tableBelow(page('docs/language.md'), '### Made-up data', '| Made-up function |'),
    ];
    const names = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => name),
    );
    expect(names).toHaveLength(functionNames().length);
    expect(new Set(names)).toEqual(new Set(functionNames()));
  });

  it('list every operator', () => {
    const words = wordsOf(tableBelow(page('docs/language.md'), '### Operators', '| Operator |'));
    const operators = [...OPERATORS.values()].map(({ written }) => written.replace(/^!(?=\w)| .*$/g, ''));
    expect(operators.filter((operator) => !words.has(operator))).toEqual([]);
  });

  it('list every authentication method', () => {
    const words = tableBelow(page('docs/language.md'), '## Authentication', '| Method |').join('\n');
    const methods = Object.values(AUTH_METHODS);
    expect(methods.filter((method) => !words.includes(`| \`${method}\``))).toEqual([]);
  });

  it('list every argument of every tool for agents with its default and meaning', () => {
    const everything = { search: {}, artifact: {}, run: {} } as unknown as McpSettings;
    for (const { name, inputSchema } of toolsOf(everything)) {
      const rows = tableBelow(page('docs/mcp.md'), `### ${name}`, '| Argument |');
      expect(rows, name).toEqual(argumentRows(inputSchema));
    }
  });

  it('list every key of service.yaml with its default and meaning', () => {
    const rows = tableBelow(page('docs/configuration.md'), '## Keys', '| Key |').map((row) =>
      row.split(' | '),
    );
    const documented = rows.map(([name, , initial, about]) => [
      name?.slice(2),
      initial,
      about?.replace(/ \|$/, ''),
    ]);
    expect(documented).toEqual(keyRows(CONFIG_SHAPE, ''));
  });
});

/** All words in code of the first two columns. */
function wordsOf(rows: readonly string[]): ReadonlySet<string> {
  const cells = rows.map((row) => row.split(' | ').slice(0, 2).join(' '));
  const code = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  return new Set(code.flatMap((text) => text.split(' ')));
}

function argumentRows({ properties = {}, required = [] }: Shape): string[] {
  return Object.entries(properties).map(([name, { default: initial, description }]) => {
    const shown = required.includes(name) ? 'required' : shownDefault(initial);
    return `| \`${name}\` | ${shown} | ${description} |`;
  });
}

function keyRows({ properties = {} }: Shape, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, shape]) => rowsOfKey(`${prefix}${name}`, shape));
}

function rowsOfKey(name: string, shape: Shape): string[][] {
  const { properties, additionalProperties, default: initial, description = '' } = shape;
  if (typeof additionalProperties === 'object' && additionalProperties.properties)
    return keyRows(additionalProperties, `${name}.<name>.`);
  if (properties && !/\.(?:thresholds|abort)$/.test(name)) return keyRows(shape, `${name}.`);
  return [[`\`${name}\``, shownDefault(initial), description]];
}

function shownDefault(value: unknown): string {
  if (value === undefined) return '–';
  if (value === '') return '`""`';
  return `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}
