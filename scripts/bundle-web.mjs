// Builds web/ into static files that comply with its content security policy, `default-src 'self'`.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { filesBelow, root } from './files.mjs';
import { readReference } from './reference.mjs';
import { licenseNotices } from './licenses.mjs';

/** The first load needs both files, so two chunks would be one request more. */
const writerOfJson = {
  name: 'json-writer',
  test: /src[\\/]primitives[\\/]json[\\/](?:json-writer|key-order)\.ts$/,
  includeDependenciesRecursively: false,
};

/** @param {string} directory */
export async function bundleWeb(directory) {
  const { plugin, modules } = moduleList();
  const workerModules = moduleList();
  await build({
    configFile: false,
    envFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    plugins: [plugin],
    // Regardless of NODE_ENV, because a test that builds must get the same files.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    worker: { format: 'es', plugins: () => [workerModules.plugin] },
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: 'es2023',
      // The policy refuses data: URLs, and no supported browser needs the polyfill.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { output: { codeSplitting: { groups: [writerOfJson] } } },
    },
  });
  if (!existsSync(join(directory, 'index.html'))) throw new Error('vite wrote no page.');
  const notices = await licenseNotices([...modules, ...workerModules.modules]);
  await writeFile(join(directory, 'assets', 'licenses.txt'), notices);
  const language = await readFile(join(root, 'docs', 'language.md'), 'utf8');
  await writeFile(join(directory, 'assets', 'language.json'), JSON.stringify(readReference(language)));
  await compress(directory);
}

/**
 * Keeps only the compressed form, which browsers request and which has a third of the size.
 * @param {string} directory
 */
async function compress(directory) {
  for (const name of await filesBelow(relative(root, directory))) {
    const file = join(root, name);
    const bytes = await readFile(file);
    if (bytes.length < 1024) continue;
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    await rm(file);
  }
}

/** Collects the paths of all modules that are really part of the output. */
function moduleList() {
  /** @type {Set<string>} */
  const modules = new Set();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'module-list',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id.replace(/^\0/, ''));
      }
    },
  };
  return { plugin, modules };
}
