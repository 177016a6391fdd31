import { dirname, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import { loadRequestFile } from '../../workspace/files/request-files.js';
import { findRequestFiles } from './find-request-files.js';

/** For commands that take exactly one request file, which may have errors. */
export async function loadOneFile(path: string, cwd: string, config?: string): Promise<RunnableFile> {
  const { files, problems } = await findRequestFiles([path], cwd);
  const [problem] = problems;
  if (problem !== undefined) throw new ServiceError('request-file', problem);
  const found = files.find(({ absolute }) => absolute === resolve(cwd, path));
  if (found === undefined)
    throw new ServiceError('request-file', `${path} is a directory; give one request file`);
  const { absolute, shown } = found;
  const findRoot = workspaceRoot({ named: config, cwd, firstPath: path });
  return { file: await loadRequestFile(found, findRoot), shown, directory: dirname(absolute) };
}
