/** A program that gives secrets, as a script of Node, since no other program is on every machine. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The script, in the workspace. */
export const SCRIPT = 'give.mjs';

/**
 * Each start is a line of `starts.txt`. The first argument says what it does, the others are its data; text that has to
 * be kept out of the command is that of a file.
 */
const SOURCE = `import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, readSync } from 'node:fs';
const [what, ...words] = process.argv.slice(2);
const here = (name) => new URL(name, import.meta.url);
appendFileSync(here('./starts.txt'), [what, ...words].join(' ') + '\\n');
const input = () => {
  try { return readSync(0, Buffer.alloc(1)); } catch (error) { return error.code; }
};
const work = {
  text: () => process.stdout.write(words.join(' ') + '\\n'),
  file: () => process.stdout.write(readFileSync(here('./' + words[0]))),
  slow: () => setTimeout(() => process.stdout.write(words[0] + '\\n'), 300),
  fail: () => {
    process.stdout.write(readFileSync(here('./' + words[1])));
    process.stderr.write(readFileSync(here('./' + words[2])));
    process.exitCode = Number(words[0]);
  },
  facts: () => {
    const names = Object.keys(process.env);
    process.stdout.write(JSON.stringify({ words, names, cwd: process.cwd(), input: input() }) + '\\n');
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  // Neither it nor its child ends when it is asked to.
  hang: () => {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    const note = () => appendFileSync(here('./hanging.txt'), process.pid + '\\n');
    if (words[0] === 'child') return note();
    const child = spawn(process.execPath, [process.argv[1], 'hang', 'child'], { stdio: 'ignore' });
    child.once('spawn', note);
  },
};
work[what]();
`;

export interface SecretEntryText {
  readonly name: string;
  /** Arguments of the script. */
  readonly gives: readonly string[];
  /** Further lines of the mapping. */
  readonly also?: readonly string[];
}

/** The script and the entries of `service.yaml`. */
export function secretFiles(
  entries: readonly SecretEntryText[],
  config = '',
): Readonly<Record<'give.mjs' | 'service.yaml', string>> {
  const mappings = entries.flatMap(({ name, gives, also = [] }) => [
    `  - name: ${name}`,
    `    command: ${JSON.stringify(['node', SCRIPT, ...gives])}`,
    ...also.map((line) => `    ${line}`),
  ]);
  return { [SCRIPT]: SOURCE, 'service.yaml': `${config}secrets:\n${mappings.join('\n')}\n` };
}

/** Variables with which `node` is found. */
export function nodeOnPath(): { readonly PATH: string } {
  return { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** What the script was started with, in order. */
export function startsOf(directory: string): readonly string[] {
  const path = join(directory, 'starts.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}
