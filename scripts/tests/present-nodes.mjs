// The built program with other Node versions, where these were fetched before; `npm run test:nodes` fetches and tests all.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { cachedNodes } from '../machines/nodes.mjs';
import { smokeChecks } from '../machines/smoke-checks.mjs';

/** @typedef {import('./last-lines.mjs').Problem} Problem */

/** @returns {Promise<{ problems: Problem[], lines: string[] }>} lines: what there is to tell of what was tried */
export async function testPresentNodes() {
  const nodes = await cachedNodes();
  if (nodes.length === 0) {
    return { problems: [], lines: ['other Node versions: none was fetched; `npm run test:nodes` does'] };
  }
  /** @type {Problem[]} */
  const problems = [];
  for (const { version, binary } of nodes) {
    const workspace = join(tmpdir(), `node-${version}`);
    const installation = { node: binary, tree: root, workspace, env: {}, arch: process.arch, version };
    for (const [title, check] of smokeChecks(installation)) {
      try {
        await check();
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        problems.push({ title: `Node ${version}: ${title} failed`, text });
      }
    }
  }
  return { problems, lines: [`other Node versions: ${nodes.map(({ version }) => version).join(', ')}`] };
}
