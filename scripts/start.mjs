// `npm start`: sets up what is missing, then runs the example workspace against its demo API.
import { join } from 'node:path';
import { root } from './files.mjs';
import { run } from './run.mjs';
import { install } from './setup.mjs';

try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
  const { startDemoApi } = await import('../examples/demo-api/server.mjs');
  const { url, close } = await startDemoApi(0);
  try {
    console.log(`\nThe demo API of the examples listens on ${url}.`);
    await show('validate', 'examples');
    const code = await show('run', 'examples', '--variable', `baseUrl=${url}`, '--no-history');
    if (code === 0) console.log(advice());
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * @param {...string} command
 * @returns {Promise<number>} the exit code, which becomes ours when it is a failure
 */
async function show(...command) {
  console.log(`\n$ svc ${command.join(' ')}`);
  const code = await run(process.execPath, ['--', join(root, 'dist', 'main.js'), ...command]);
  if (code !== 0) process.exitCode = code;
  return code;
}

function advice() {
  return `
What to try next: keep the demo API running in one terminal,

  $ node examples/demo-api/server.mjs

and in another one

  $ npx svc run examples/parcels.http -v         see captures and statuses
  $ npx svc run examples --parallel              independent requests at the same time
  $ npx svc run examples -t auth --report html=report.html
  $ npx svc run examples --watch                 change a file and see it run again`;
}
