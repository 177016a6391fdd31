// Starts the browser named by the argument and prints where others connect to it; ends with it.
import { launchBrowserServer } from '../../../scripts/browser.mjs';

const server = await launchBrowserServer(process.argv[2] ?? '');
// Whoever is still connected would keep this process.
process.once('SIGTERM', () => void server.close().finally(() => process.exit()));
console.log(`ready ${server.wsEndpoint()}`);
