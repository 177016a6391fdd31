// Bundles the extension: dist/main.js for a desktop, dist/browser.js for browsers. The latter is also the language
// server for places without the program svc, so that a package holds two bundles only: in a worker it is the server.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licenseNotices } from '../../../scripts/licenses.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(folder, '..', '..');

/** How a bundle sees that it runs as the server: in a worker of a browser, or in a thread that was told so. */
const IS_SERVER = `typeof module === 'undefined' ||
  (typeof process === 'object' && process.versions?.node !== undefined &&
    require('worker_threads').workerData?.role === 'svc-language-server')`;

/** A worker of a browser is its own port. */
const FIND_PORT = `if (typeof module !== 'undefined') globalThis.svcServerPort = require('worker_threads').parentPort;`;

/** @param {string} [directory] */
export async function bundleExtension(directory = join(folder, 'dist')) {
  const [desktop, browser, server] = await Promise.all([
    bundle(join(folder, 'src', 'desktop.ts'), 'node', 'cjs'),
    bundle(join(folder, 'src', 'browser.ts'), 'browser', 'cjs'),
    bundle(join(root, 'src', 'lsp', 'browser', 'serve-browser.ts'), 'browser', 'iife'),
  ]);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'main.js'), await withNotices(desktop.code, desktop.modules));
  const both = `if (${IS_SERVER}) {\n${FIND_PORT}\n${server.code}\n} else {\n${browser.code}\n}\n`;
  const modules = [...browser.modules, ...server.modules];
  await writeFile(join(directory, 'browser.js'), await withNotices(both, modules));
}

/**
 * @param {string} input
 * @param {'node' | 'browser'} platform
 * @param {'cjs' | 'iife'} format
 */
async function bundle(input, platform, format) {
  const bundled = await rolldown({
    cwd: root,
    input,
    platform,
    external: ['vscode'],
    ...(platform === 'browser' && {
      resolve: { alias: { 'node:path': join(root, 'src', 'lsp', 'browser', 'node-path.ts') } },
    }),
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'es2022' },
    onLog(level, log) {
      if (typeof log !== 'string' && log.code === 'PLUGIN_TIMINGS') return;
      if (level === 'warn') throw new Error(typeof log === 'string' ? log : log.message);
    },
  });
  // One file: a worker of a browser cannot load parts of a package one by one.
  const { output } = await bundled.generate({
    format,
    minify: true,
    codeSplitting: false,
    ...(format === 'iife' && { name: 'svcLanguageServer' }),
  });
  await bundled.close();
  const chunk = output[0];
  return { code: chunk.code, modules: chunk.moduleIds };
}

/**
 * @param {string} code
 * @param {readonly string[]} modules
 */
async function withNotices(code, modules) {
  const notices = await licenseNotices(modules.map((id) => id.replace(/^\0/, '')));
  return `/*!\n${notices.replaceAll('*/', '* /')}\n*/\n${code}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleExtension();
