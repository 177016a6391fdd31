/** What the package brings beside the program: manual page, completions, schemas and the recipe of an image. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesBelow } from './support/program/built.js';
import { runInProcess } from './support/program/in-process-svc.js';
import { repositoryRoot } from './support/program/run-svc.js';
import { MAN_PAGE } from './package-files-setup.js';

describe('the manual page', () => {
  it('names every command and flag of the help texts', async () => {
    const page = await plainPage();
    const commands = [...(await helpOf()).matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(15);
    for (const command of commands) {
      const text = await helpOf(command);
      const below = text.includes('\nCommands:\n')
        ? [...text.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = '']) => `${command} ${name}`)
        : [command];
      for (const name of below) {
        const [part = ''] = page.split(`.SS "svc ${name}`).slice(1);
        const own = part.split('\n.S')[0] ?? '';
        for (const [, flag = ''] of (await helpOf(...name.split(' '))).matchAll(
          /^ {2}[- ].{4}--([\w-]+)/gm,
        )) {
          const isOfAll = ['verbose', 'quiet', 'color', 'no-color', 'help'].includes(flag);
          expect(isOfAll ? page : own, `${name} --${flag}`).toContain(`\\fB--${flag}\\fR`);
        }
      }
    }
  });

  it('names every variable that the sources read', async () => {
    const page = await plainPage();
    const sources = [...filesBelow(join(repositoryRoot, 'src'))].filter(
      ([path]) => !path.endsWith('.test.ts'),
    );
    const read = sources.flatMap(([, text]) =>
      [...text.toString().matchAll(/(?:env\[|environment: |variable: )'(SVC_\w+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(new Set(read).size).toBeGreaterThan(10);
    for (const name of new Set(read)) expect(page).toContain(`\\fB${name}\\fR`);
    const terms = [
      ...(page
        .split('.SH "ENVIRONMENT"')[1]
        ?.split('.SH')[0]
        ?.matchAll(/^\\fB(.+)\\fR$/gm) ?? []),
    ];
    const names = terms.map(([, name = '']) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('the schema of service.yaml', () => {
  it('accepts the settings of the examples, and not others', async () => {
    const schema = JSON.parse(
      await readFile(join(repositoryRoot, 'schemas', 'service.schema.json'), 'utf8'),
    ) as object;
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const settings = parse(
      await readFile(join(repositoryRoot, 'examples', 'service.yaml'), 'utf8'),
    ) as object;
    expect([check(settings), check.errors]).toEqual([true, null]);
    expect(check({ ...settings, timeout: 'soon' })).toBe(false);
  });
});

describe('the recipe of the image', () => {
  const lint = (text: string): unknown[] => validate(text).map(({ message }) => message);

  it('has no fault, runs as a user and opens no port', async () => {
    const text = await readFile(join(repositoryRoot, 'Dockerfile'), 'utf8');
    expect(lint(text)).toEqual([]);
    const instructions = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(instructions).toEqual([
      'FROM node:22-slim',
      'COPY svc-http-*.tgz /tmp/svc.tgz',
      'RUN npm install --global /tmp/svc.tgz && npm cache clean --force',
      'USER node',
      'WORKDIR /workspace',
      'ENTRYPOINT ["svc"]',
    ]);
    expect(lint(text.replace('ENTRYPOINT', 'ENTRYPOINTS'))).toHaveLength(1);
  });

  it('is given nothing but the packed file', async () => {
    const ignored = await readFile(join(repositoryRoot, '.dockerignore'), 'utf8');
    expect(ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      '*',
      '!svc-http-*.tgz',
    ]);
  });

  it.each(['docs/deploy/Dockerfile'])('has no fault in %s either', async (file) => {
    expect(lint(await readFile(join(repositoryRoot, file), 'utf8'))).toEqual([]);
  });
});

async function plainPage(): Promise<string> {
  return (await readFile(MAN_PAGE, 'utf8')).replaceAll('\\-', '-');
}

async function helpOf(...words: readonly string[]): Promise<string> {
  return (await runInProcess([...words, '--help'], { cwd: repositoryRoot, env: { COLUMNS: '100' } })).stdout;
}
