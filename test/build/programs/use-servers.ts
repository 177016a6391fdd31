/** Starts servers of the tests, says so, and then only waits: the named ones that a run shares, or a small one. */
import { KeptServer } from '../../support/servers/kept-server.js';
import { openSharedServers } from '../../support/servers/shared-servers.js';

const kinds = process.argv.slice(2);
if (kinds.length === 0) {
  const kept = await KeptServer.open('small', 'SIGTERM');
  const program = `process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000); console.log('here')`;
  await kept.start({ program: process.execPath, args: ['-e', program] }, /^here$/m);
  console.log(`started ${kept.pid}`);
} else {
  const { url } = await openSharedServers();
  const responses = await Promise.all(kinds.map((kind) => fetch(`${url}${kind}`)));
  for (const response of responses) if (!response.ok) throw new Error(await response.text());
  console.log('started all');
}
// It only ends when it is killed.
setInterval(() => undefined, 60_000);
