#!/usr/bin/env node
// A small artifact store: every save creates a folder with its files and an `artifact.json`.
//   artifact-tool [--json] [--stash-dir <dir>] save <folder> --name <name> [--tag <tag>]... [--source <url>]
//                 [--ttl <time>] [--index]
//   artifact-tool [--json] [--stash-dir <dir>] list | search <word>
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const SWITCHES = new Set(['--json', '--no-color', '--no-compress', '--index']);
const VALUES = new Set(['--stash-dir', '--name', '--tool', '--tag', '--source', '--ttl']);
const COMMANDS = { save, list, search };

try {
  const call = readLine(process.argv.slice(2));
  const command = COMMANDS[call.command];
  if (command === undefined) throw new Error('use save, list or search');
  const result = await command(call);
  process.stdout.write(call.has('--json') ? `${JSON.stringify(result)}\n` : shown(result));
} catch (error) {
  process.stderr.write(`artifact-tool: ${error.message}\n`);
  process.exitCode = 1;
}

function readLine(words) {
  const flags = new Map();
  const positionals = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (SWITCHES.has(word)) flags.set(word, [true]);
    else if (VALUES.has(word)) {
      at += 1;
      if (words[at] === undefined) throw new Error(`${word} needs a value`);
      flags.set(word, [...(flags.get(word) ?? []), words[at]]);
    } else if (word.startsWith('-')) throw new Error(`unknown flag ${word}`);
    else positionals.push(word);
  }
  const [command = '', ...rest] = positionals;
  return {
    command,
    rest,
    has: (name) => flags.has(name),
    one: (name) => flags.get(name)?.at(-1),
    all: (name) => flags.get(name) ?? [],
    stash: resolve(flags.get('--stash-dir')?.at(-1) ?? defaultStash()),
  };
}

function defaultStash() {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'svc-artifacts');
}

/** Writes under another name first, so that an interrupted save leaves nothing that looks complete. */
async function save({ rest: [folder], has, one, all, stash }) {
  if (folder === undefined) throw new Error('save needs a folder');
  const id = `st_${randomBytes(9).toString('base64url')}`;
  const unfinished = join(stash, `.${id}.tmp`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await cp(folder, join(unfinished, 'content'), { recursive: true, errorOnExist: true });
    const files = await filesOf(join(unfinished, 'content'));
    const now = new Date();
    const artifact = {
      id,
      name: one('--name') ?? id,
      status: 'saved',
      created_at: now.toISOString(),
      ...expiry(one('--ttl'), now),
      tags: all('--tag'),
      source: one('--source') ?? '',
      tool: one('--tool') ?? '',
      // SVC_ARTIFACT_OPERATION_ID identifies the call of a save whose response was lost.
      operation_id: process.env.SVC_ARTIFACT_OPERATION_ID ?? '',
      content_hash: `sha256:${hashOf(files)}`,
      file_count: files.length,
      total_size: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      index_requested: has('--index'),
      indexed: has('--index'),
    };
    if (has('--index')) await writeFile(join(unfinished, 'index.json'), JSON.stringify(wordsOf(files)));
    await writeFile(join(unfinished, 'artifact.json'), `${JSON.stringify(artifact, null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, join(stash, id));
    return artifact;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function list({ stash }) {
  const names = await readdir(stash).catch(() => []);
  const artifacts = [];
  for (const name of names.filter((each) => each.startsWith('st_'))) {
    artifacts.push(JSON.parse(await readFile(join(stash, name, 'artifact.json'), 'utf8')));
  }
  const isKept = ({ expires_at: end }) => end === undefined || new Date(end) > new Date();
  return artifacts.filter(isKept).sort((a, b) => a.created_at.localeCompare(b.created_at));
}

async function search(call) {
  const [word = ''] = call.rest;
  const found = [];
  for (const artifact of await list(call)) {
    const text = await readFile(join(call.stash, artifact.id, 'index.json'), 'utf8').catch(() => '[]');
    if (JSON.parse(text).includes(word.toLowerCase())) found.push(artifact);
  }
  return found;
}

async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sorted = paths.sort();
  return Promise.all(
    sorted.map(async (path) => ({ path: relative(folder, path), bytes: await readFile(path) })),
  );
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(path).update('\0').update(bytes);
  return hash.digest('hex');
}

function wordsOf(files) {
  const text = files.map(({ bytes }) => bytes.toString('utf8')).join('\n');
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
}

function expiry(ttl, now) {
  if (ttl === undefined) return {};
  const [, count, unit] = /^(\d+)([hdwmy])$/.exec(ttl) ?? [];
  if (unit === undefined) return { expires_at: new Date(`${ttl}T00:00:00Z`).toISOString() };
  const hours = { h: 1, d: 24, w: 7 * 24, m: 30 * 24, y: 365 * 24 }[unit];
  return { expires_at: new Date(now.getTime() + Number(count) * hours * 3_600_000).toISOString() };
}

function shown(result) {
  const artifacts = Array.isArray(result) ? result : [result];
  return artifacts.map(({ id, name, source }) => `${id}  ${name}  ${source}\n`).join('');
}
