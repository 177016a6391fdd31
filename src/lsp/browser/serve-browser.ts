/**
 * Entry of the language server in a worker of a browser, and in a thread of an editor that has no svc. It can do what
 * `svc lsp` can, but send nothing.
 */
import { createConnection } from 'vscode-languageserver';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createProtocolConnection,
  NullLogger,
} from 'vscode-languageserver-protocol/browser';
import { GatedReader } from '../protocol/gate.js';
import { startServer } from '../server.js';
import { createBrowserHost } from './browser-host.js';
import type { FolderEntry } from './client-files.js';
import { messagePort } from './message-port.js';

const port = messagePort();
const writer = new BrowserMessageWriter(port);
// A worker has no standard error, and its console is that of the editor.
const log = (): void => undefined;
const reader = new GatedReader(new BrowserMessageReader(port), writer, log);
const connection = createConnection(() => createProtocolConnection(reader, writer, NullLogger), {
  shutdownReceived: false,
  initialize: () => undefined,
  exit: () => port.close(),
});
startServer({
  connection,
  log,
  host: createBrowserHost({
    readFile: (uri) => connection.sendRequest<string | null>('svc/readFile', { uri }),
    readFolder: (uri) => connection.sendRequest<readonly FolderEntry[]>('svc/readFolder', { uri }),
  }),
});
connection.listen();
