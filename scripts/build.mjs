// Builds dist/: main.js and svc (the command), build-<hash>/ (its chunks), index.mjs and types/ (the library),
// web/ (the web interface); and beside it share/ and schemas/, which the program prints.
// A running svc never sees an incomplete build: chunks are in a directory named by their content, the small files
// that point to it are replaced by renaming, and the previous directory is kept until the next build.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesBelow, isStarted, moveInto, replaceFile, root } from './files.mjs';
import { takeLock } from './lock.mjs';
import { checkNativeTools } from './native-tools.mjs';
import { PACKAGE_FILES, writePackageFiles } from './package-files.mjs';
import { runQuietly } from './run.mjs';

/** @typedef {{ inputs: string, directory: string, web: readonly string[] }} BuildRecord */

const dist = join(root, 'dist');

if (isStarted(import.meta.url)) {
  try {
    await build({ force: process.argv.includes('--force') });
  } catch (error) {
    console.error(`Build failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * Does nothing if dist/ was built from the current sources by this Node.
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

/**
 * Writes and checks everything in a separate directory first, so that a failed build leaves the previous one in place.
 * @returns {Promise<Omit<BuildRecord, 'inputs'>>} the directory of the chunks, and the files of web/
 */
async function produce() {
  checkNativeTools();
  const { bundle, bundleWeb, emitTypes, storeCodeCache } = await buildTools();
  const work = join(dist, `.work-${process.pid}`);
  const [chunks, web] = [join(work, 'chunks'), join(work, 'web')];
  try {
    // Waits for all of them before their directory is removed.
    const results = await Promise.allSettled([
      bundle(chunks),
      emitTypes(join(work, 'types')),
      bundleWeb(web),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const name = `build-${await contentHash(chunks)}`;
    await rename(chunks, join(work, name));
    await writeEntries(work, name);
    await checkOutput(work);
    await storeCodeCache(join(work, 'main.js'), join(work, name));
    const printed = join(work, 'printed');
    await mkdir(printed);
    await writePackageFiles(join(work, 'main.js'), printed);
    const webFiles = await filesBelow(relative(root, web));
    await moveInto(printed, root);
    await publish(work, name);
    return { directory: name, web: webFiles.map((file) => relative(relative(root, web), file)) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function buildTools() {
  try {
    return {
      ...(await import('./bundle.mjs')),
      ...(await import('./bundle-web.mjs')),
      ...(await import('./code-cache.mjs')),
    };
  } catch (error) {
    throw new Error('the development packages are missing; run `npm ci`.', { cause: error });
  }
}

/**
 * Writes the small files that point to the directory of chunks.
 * @param {string} directory
 * @param {string} name
 */
async function writeEntries(directory, name) {
  const launcher = await readFile(join(root, 'scripts', 'launcher.cjs'), 'utf8');
  const main = launcher.replace('@build@', name);
  await writeFile(join(directory, 'package.json'), '{"type":"commonjs"}\n');
  await writeFile(join(directory, 'types', 'package.json'), '{"type":"module"}\n');
  for (const module of ['index.mjs', 'testing.mjs'])
    await writeFile(join(directory, module), `export * from './${name}/${module}';\n`);
  // Node 20 interprets --env-file even after the name of the script, unless `--` comes before that.
  await replaceFile(join(directory, 'svc'), `#!/usr/bin/env -S node --\n${main}`, 0o755);
  await writeFile(join(directory, 'main.js'), main);
}

/**
 * Runs in a separate process, because parsing modules needs an option of Node.
 * @param {string} directory
 */
async function checkOutput(directory) {
  const script = join(root, 'scripts', 'check-output.mjs');
  const options = ['--experimental-vm-modules', '--no-warnings'];
  const { code, output } = await runQuietly(process.execPath, [...options, script, directory]);
  if (code !== 0) throw new Error(output.trim());
}

/**
 * Moves files that point to others last, so that readers of dist/ see either the old build or the new one.
 * @param {string} work
 * @param {string} name
 */
async function publish(work, name) {
  const types = await namesBelow(join(work, 'types'));
  for (const part of [name, 'types', join('web', 'assets'), 'web', '']) {
    await moveInto(join(work, part), join(dist, part));
  }
  // Declarations that nothing imports any more would be packed too.
  for (const file of await namesBelow(join(dist, 'types')))
    if (!types.has(file)) await rm(join(dist, 'types', file), { force: true });
}

/** @param {string} directory */
async function namesBelow(directory) {
  const files = await filesBelow(relative(root, directory));
  return new Set(files.map((file) => relative(relative(root, directory), file)));
}

/** A hash of everything the build depends on, except examples/, which only warm up the code cache. */
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

/** @returns {Promise<BuildRecord | undefined>} undefined if there is none or it is incomplete */
async function presentBuild() {
  try {
    /** @type {BuildRecord} */
    const built = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
    const needed = [
      'main.js',
      'svc',
      'index.mjs',
      'testing.mjs',
      'package.json',
      'types/index.d.ts',
      'types/testing.d.ts',
      `${built.directory}/main.js`,
      ...built.web.map((file) => join('web', file)),
    ];
    const all = [
      ...needed.map((file) => join(dist, file)),
      ...Object.keys(PACKAGE_FILES).map((file) => join(root, file)),
    ];
    return all.every((file) => existsSync(file)) ? built : undefined;
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

/** A package contains only one build. */
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
