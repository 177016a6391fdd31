// @ts-nocheck -- the types of the editor belong to the extension, which this is no part of
// An extension of the tests: gives the workbench the files of a folder, which the server of the test reads and writes.
const vscode = require('vscode');

exports.activate = ({ extensionUri, subscriptions }) => {
  const changed = new vscode.EventEmitter();
  const address = (uri) => extensionUri.with({ path: `/files${uri.path}` }).toString();
  const ask = async (uri, options = {}) => {
    const response = await fetch(address(uri), options);
    if (!response.ok) throw vscode.FileSystemError.FileNotFound(uri);
    return response;
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose: () => undefined }),
    stat: async (uri) => {
      const { headers } = await ask(uri, { method: 'HEAD' });
      const type = headers.get('x-folder') === 'yes' ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, ctime: 0, mtime: Number(headers.get('x-time')), size: Number(headers.get('x-size')) };
    },
    readDirectory: async (uri) => (await ask(uri)).json(),
    readFile: async (uri) => new Uint8Array(await (await ask(uri)).arrayBuffer()),
    writeFile: async (uri, body) => {
      await ask(uri, { method: 'PUT', body });
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory: () => undefined,
    delete: () => undefined,
    rename: () => undefined,
  };
  subscriptions.push(
    vscode.workspace.registerFileSystemProvider('svctest', provider, { isCaseSensitive: true }),
  );
};
