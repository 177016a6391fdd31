/** What to type instead of a command or a format of another tool, or instead of no command at all. */
import { statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { describeForeignFile } from '../../workspace/files/foreign-files.js';
import { nearPath } from '../../workspace/files/near-path.js';
import { isCommandLineFileName } from '../../workspace/paths/path-text.js';
import { isAddress } from '../../http/message/url-encoding.js';

/** Words of other tools and words that come to mind, each with our command. */
const FOREIGN_COMMANDS: Readonly<Record<string, string>> = {
  test: 'run',
  tests: 'run',
  exec: 'run',
  execute: 'run',
  newman: 'run',
  watch: 'run --watch',
  coverage: 'run --coverage',
  check: 'validate',
  lint: 'validate',
  format: 'fmt',
  ls: 'list',
  load: 'stress',
  loadtest: 'stress',
  bench: 'stress',
  benchmark: 'stress',
  perf: 'stress',
  k6: 'stress',
  start: 'serve',
  server: 'serve',
  ui: 'serve',
  web: 'serve',
  gui: 'serve',
  open: 'serve',
  stub: 'mock',
  fake: 'mock',
  proxy: 'record',
  capture: 'record',
  curl: 'fetch',
  get: 'fetch',
  post: 'fetch',
  send: 'fetch',
  request: 'fetch',
  compare: 'diff',
  merge: 'report merge',
  convert: 'import',
  migrate: 'import',
  openapi: 'import openapi',
  swagger: 'import openapi',
  postman: 'import collection',
  collection: 'import collection',
  insomnia: 'import clientexport',
  bruno: 'import bruno',
  har: 'import har',
  verify: 'contract verify',
  pact: 'contract verify',
  login: 'auth login',
  new: 'init',
  create: 'init',
  setup: 'init',
  mutate: 'strength',
  agent: 'mcp serve',
  man: 'help',
};

const FOREIGN_FORMATS: Readonly<Record<string, string>> = {
  swagger: 'openapi',
  oas: 'openapi',
  newman: 'collection',
  wget: 'curl',
  bru: 'bruno',
  jetbrains: 'http',
  rest: 'http',
  httpyac: 'http',
  kulala: 'http',
  'rest-client': 'http',
};

/** For example `did you mean "run"?`; undefined when nothing is known about the word. */
export function insteadOfCommand(word: string, path: readonly string[], cwd: string): string | undefined {
  if (path.length === 0) return own(FOREIGN_COMMANDS, word) ?? insteadOfPath(word, cwd);
  if (path.join(' ') !== 'import') return undefined;
  if (word === 'hurl') return describeForeignFile('tests.hurl')?.replace(/^[^;]*; /, '');
  return own(FOREIGN_FORMATS, word) ?? insteadOfSource(word, cwd);
}

function own(table: Readonly<Record<string, string>>, word: string): string | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(table, name) ? `did you mean "${table[name]}"?` : undefined;
}

function insteadOfPath(word: string, cwd: string): string | undefined {
  const [file = ''] = word.split(/:\d/, 1);
  if (isCommandLineFileName(file))
    return `did you mean "svc run ${exists(word, cwd) ? word : (nearPath(word, cwd) ?? word)}"?`;
  if (/^https?:\/\//i.test(word) || isAddress(word)) return `did you mean "svc fetch ${word}"?`;
  const foreign = describeForeignFile(word);
  if (foreign !== undefined) return `it is ${foreign}`;
  if (isDirectory(word, cwd)) return `did you mean "svc run ${word}"?`;
  const near = /[\\/]/.test(word) ? nearPath(word, cwd) : undefined;
  if (near !== undefined) return `did you mean "svc run ${near}"?`;
  return exists(word, cwd) ? 'a command comes first, such as run, validate or import' : undefined;
}

/** `svc import shop.postman_collection.json` */
function insteadOfSource(word: string, cwd: string): string | undefined {
  const foreign = describeForeignFile(word);
  if (foreign !== undefined) return `it is ${foreign}`;
  if (!exists(word, cwd) && !/^https?:\/\//i.test(word)) return undefined;
  return `name its format first, such as svc import openapi ${word}`;
}

function exists(word: string, cwd: string): boolean {
  return statOf(word, cwd) !== undefined;
}

function isDirectory(word: string, cwd: string): boolean {
  return statOf(word, cwd)?.isDirectory() ?? false;
}

function statOf(word: string, cwd: string): Stats | undefined {
  try {
    return statSync(resolve(cwd, word), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
