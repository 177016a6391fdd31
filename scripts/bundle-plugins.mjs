// Plugins that change how the bundle loads packages.
import { promises } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';

/**
 * Node loads the promises of node:fs on first use; an import of node:fs/promises would load them at once, and many
 * commands end without using them.
 * @type {import('rolldown').Plugin}
 */
export const lateDiskFunctions = {
  name: 'late-disk-functions',
  resolveId: (source) => (source === 'node:fs/promises' ? '\0late-disk-functions' : null),
  load(id) {
    if (id !== '\0late-disk-functions') return null;
    const names = Object.keys(promises).filter((name) => name !== 'constants');
    // Named imports remain property reads; a default import would copy all of them at once.
    const functions = names.map((name) => `export const ${name} = (...args) => promises.${name}(...args);`);
    return ["import { promises } from 'node:fs';", "export { constants } from 'node:fs';", ...functions].join(
      '\n',
    );
  },
};

/**
 * Few runs wait, so the promises of timers are loaded on first use too.
 * @type {import('rolldown').Plugin}
 */
export const lateTimers = {
  name: 'late-timers',
  resolveId: (source, importer) =>
    source === 'node:timers/promises' && importer !== '\0late-timers' ? '\0late-timers' : null,
  load(id) {
    if (id !== '\0late-timers') return null;
    const names = ['setImmediate', 'setInterval', 'setTimeout'];
    return names
      .map((name) => `export const ${name} = (...args) => require('node:timers/promises').${name}(...args);`)
      .join('\n');
  },
};

/**
 * node:module loads the whole ESM loader of Node, so it is loaded on first use.
 * @type {import('rolldown').Plugin}
 */
export const lateRequire = {
  name: 'late-require',
  resolveId: (source, importer) =>
    source === 'node:module' && importer !== '\0late-require' ? '\0late-require' : null,
  load(id) {
    if (id !== '\0late-require') return null;
    return "export const createRequire = (from) => require('node:module').createRequire(from);";
  },
};

/**
 * The list of public suffixes is a quarter of a megabyte of code that runs when it is loaded. Cookies need it, but not
 * for local host names and addresses, which have no suffix.
 * @type {import('rolldown').Plugin & { name: string }}
 */
export const suffixList = {
  name: 'public-suffixes',
  resolveId(source) {
    if (source === './public-suffixes.js') return { id: source, external: 'absolute' };
    return source === 'tldts' ? '\0public-suffixes' : null;
  },
  load(id) {
    if (id !== '\0public-suffixes') return null;
    return [
      "import { isIP } from 'node:net';",
      'export function getDomain(host, options) {',
      "  if (!host.includes('.') || isIP(host) !== 0) return null;",
      "  return require('./public-suffixes.js').getDomain(host, options);",
      '}',
    ].join('\n');
  },
};

/**
 * Stores the tables of the list compressed, which is a quarter of their size as code.
 * @type {import('rolldown').Plugin}
 */
export const packedSuffixes = {
  name: 'packed-suffixes',
  load(id) {
    if (!/[\\/]tldts[\\/]dist[\\/].*[\\/]data[\\/]trie\.js$/.test(id)) return null;
    /** @type {Record<string, string | number | ArrayLike<number>>} */
    const tables = createRequire(import.meta.url)(id.replace(/([\\/]dist[\\/])es6([\\/])/, '$1cjs$2'));
    const names = Object.keys(tables);
    const values = names.map((name) => {
      const table = tables[name];
      return typeof table === 'object' ? Array.from(table) : table;
    });
    const packed = deflateRawSync(JSON.stringify(values), { level: 9 }).toString('base64');
    const exported = names.map((name, at) => {
      const table = tables[name];
      const type = typeof table === 'object' ? table.constructor.name : '';
      return `export const ${name} = ${type === '' ? `values[${at}]` : `${type}.from(values[${at}])`};`;
    });
    return [
      "import { inflateRawSync } from 'node:zlib';",
      `const values = JSON.parse(inflateRawSync(Buffer.from('${packed}', 'base64')).toString('utf8'));`,
      ...exported,
    ].join('\n');
  },
};

/**
 * Leaves out the schema compiler of the MCP package, which is unused because svc passes another validator.
 * @type {import('rolldown').Plugin}
 */
export const noSchemaCompiler = {
  name: 'no-schema-compiler',
  resolveId: (source) => (source === '@modelcontextprotocol/server/_shims' ? '\0no-schema-compiler' : null),
  load(id) {
    if (id !== '\0no-schema-compiler') return null;
    return [
      "export { default as process } from 'node:process';",
      "export class DefaultJsonSchemaValidator { getValidator() { throw new Error('no validator was given'); } }",
    ].join('\n');
  },
};

/**
 * The bundler exports everything through getters, because a variable may change later. Defining hundreds of them takes
 * a millisecond, so what cannot change is assigned instead.
 * @type {import('rolldown').Plugin}
 */
export const plainExports = {
  name: 'plain-exports',
  renderChunk(code) {
    const constants = new Set(
      Array.from(code.matchAll(/^(?:(?:async )?function\*?|class|const) ([\w$]+)/gm), ([, name]) => name),
    );
    return code.replaceAll(
      /^Object\.defineProperty\(exports, (["'])([\w$]+)\1, \{\s+enumerable: true,\s+get: function ?\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/gm,
      (getter, /** @type {string[]} */ ...[, name, local]) =>
        constants.has(local) ? `exports.${name} = ${local};` : getter,
    );
  },
};
