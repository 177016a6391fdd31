// Builds dist/: main.js and svc (the command), build-<hash>/ (its chunks), index.mjs and types/ (the library),
// web/ (the web interface).
// A running svc never sees half a build: chunks live in a directory named by their content, the small files
// that point to it are replaced by renaming, and the previous directory stays until the build after this one.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, moveInto, replaceFile, root } from './files.mjs';
import { takeLock } from './lock.mjs';

/** @typedef {{ inputs: string, directory: string, web: readonly string[] }} BuildRecord */

const dist = join(root, 'dist');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ force: process.argv.includes('--force') });
  } catch (error) {
    console.error(`Build failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * Does nothing when dist/ was built from the present sources by this Node.
 * @param {{ force?: boolean }} [options]
 */
export async function build({ force = false } = {}) {
  const started = Date.now();
  await mkdir(dist, { recursive: true });
  const release = await takeLock(join(dist, '.lock'));
  try {
    const inputs = await fingerprint();
    const built = await presentBuild();
    if (built !== undefined) await removeBuildsExcept(built);
    if (!force && built?.inputs === inputs) {
      console.log('dist/ is up to date.');
      return;
    }
    const record = { inputs, ...(await produce()) };
    await replaceFile(join(dist, 'build.json'), JSON.stringify(record));
    if (isPacking()) await removeBuildsExcept(record);
    console.log(`Built dist/ in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  } finally {
    await release();
  }
}

/** @returns {Promise<Omit<BuildRecord, 'inputs'>>} the directory that holds the chunks, and the files of web/ */
async function produce() {
  const { bundle, bundleWeb, emitTypes, storeCodeCache } = await buildTools();
  const work = join(dist, `.work-${process.pid}`);
  const chunks = join(work, 'chunks');
  const types = join(work, 'types');
  const web = join(work, 'web');
  try {
    // All come to an end before their directory goes.
    const results = await Promise.allSettled([bundle(chunks), emitTypes(types), bundleWeb(web)]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const name = `build-${await contentHash(chunks)}`;
    await moveInto(chunks, join(dist, name));
    await moveInto(types, join(dist, 'types'));
    const webFiles = await filesBelow(relative(root, web));
    // The page comes last: until then the old one finds its old scripts.
    await moveInto(join(web, 'assets'), join(dist, 'web', 'assets'));
    await moveInto(web, join(dist, 'web'));
    await pointTo(name);
    await storeCodeCache(join(dist, 'main.js'), join(dist, name));
    return { directory: name, web: webFiles.map((file) => relative(relative(root, web), file)) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function buildTools() {
  try {
    return { ...(await import('./bundle.mjs')), ...(await import('./bundle-web.mjs')) };
  } catch (error) {
    throw new Error('the development packages are missing; run `npm ci`.', { cause: error });
  }
}

/** @param {string} name */
async function pointTo(name) {
  const launcher = await readFile(join(root, 'scripts', 'launcher.cjs'), 'utf8');
  const main = launcher.replace('@build@', name);
  await replaceFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  await replaceFile(join(dist, 'types', 'package.json'), '{"type":"module"}\n');
  await replaceFile(join(dist, 'index.mjs'), `export * from './${name}/index.mjs';\n`);
  // Node 20 takes --env-file for itself even behind the script's name, unless `--` stands before that.
  await replaceFile(join(dist, 'svc'), `#!/usr/bin/env -S node --\n${main}`, 0o755);
  await replaceFile(join(dist, 'main.js'), main);
}

/** Of everything the build depends on, except examples/: they only warm the code cache. */
async function fingerprint() {
  const { version, platform, arch, env } = process;
  const hash = createHash('sha256');
  hash.update([version, platform, arch, env['SOURCE_DATE_EPOCH'] ?? ''].join(' '));
  const sources = (await filesBelow('src')).filter((file) => !file.endsWith('.test.ts'));
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.types.json'];
  const others = [...(await filesBelow('web')), ...(await filesBelow('scripts'))];
  for (const file of [...settings, ...sources, ...others]) {
    hash.update(`\0${file}\0`);
    hash.update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** @returns {Promise<BuildRecord | undefined>} nothing when there is none or it is incomplete */
async function presentBuild() {
  try {
    /** @type {BuildRecord} */
    const built = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
    const needed = [
      'main.js',
      'svc',
      'index.mjs',
      'package.json',
      'types/index.d.ts',
      `${built.directory}/main.js`,
      ...built.web.map((file) => join('web', file)),
    ];
    return needed.every((file) => existsSync(join(dist, file))) ? built : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Pick<BuildRecord, 'directory' | 'web'>} current */
async function removeBuildsExcept({ directory, web }) {
  for (const name of await readdir(dist)) {
    const old = (name.startsWith('build-') && name !== directory) || name.startsWith('.work-');
    if (old) await rm(join(dist, name), { recursive: true, force: true });
  }
  for (const file of await filesBelow(relative(root, join(dist, 'web')))) {
    const isOld = !web.includes(relative(relative(root, join(dist, 'web')), file));
    if (isOld) await rm(join(root, file), { force: true });
  }
}

/** A package carries one build only. */
function isPacking() {
  return ['pack', 'publish'].includes(process.env['npm_command'] ?? '');
}

/** @param {string} directory */
async function contentHash(directory) {
  const hash = createHash('sha256');
  for (const file of (await readdir(directory)).sort()) {
    hash.update(`\0${file}\0`);
    hash.update(await readFile(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
