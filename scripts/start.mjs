// `npm start`: sets up what is missing, then shows the example workspace.
import { join } from 'node:path';
import { root } from './files.mjs';
import { run } from './run.mjs';
import { install } from './setup.mjs';

const commands = [
  ['validate', 'examples'],
  ['list', 'examples'],
];

try {
  await install();
  const { build } = await import('./build.mjs');
  await build();
  for (const command of commands) {
    console.log(`\n$ svc ${command.join(' ')}`);
    const code = await run(process.execPath, ['--', join(root, 'dist', 'main.js'), ...command]);
    if (code !== 0) process.exitCode = code;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
