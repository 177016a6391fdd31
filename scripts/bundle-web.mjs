// The web interface: web/ as static files that work under the policy of server.md 1.5.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './files.mjs';
import { licenseNotices } from './licenses.mjs';

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
    // Whatever NODE_ENV says: a test that builds must get the same files.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    worker: { format: 'es', plugins: () => [workerModules.plugin] },
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: 'es2023',
      // Addresses of data: are refused by the policy; the polyfill is for browsers that are gone.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
    },
  });
  if (!existsSync(join(directory, 'index.html'))) throw new Error('vite wrote no page.');
  const notices = await licenseNotices([...modules, ...workerModules.modules]);
  await writeFile(join(directory, 'assets', 'licenses.txt'), notices);
}

/** Collects the paths of all modules that are really in the files. */
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
