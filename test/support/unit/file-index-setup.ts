import { temporaryWorkspace } from '../files/workspace.js';
import { FileIndex } from '../../../src/workspace/files/file-index.js';

export const GET = 'GET http://localhost/\n';

export async function indexOf(
  files: Readonly<Record<string, string>>,
): Promise<{ root: string; index: FileIndex; problems: string[] }> {
  const root = await temporaryWorkspace(files);
  const problems: string[] = [];
  return { root, index: new FileIndex(root, (message) => problems.push(message)), problems };
}
