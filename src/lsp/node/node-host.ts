/** The host on Node: folders on disk, threads, the environment of the process. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { CLIENT_ENV_NAMES } from '../../workspace/client-env/find-client-env.js';
import { realPath } from '../../workspace/paths/write-place.js';
import { CONFIG_FILE_NAMES, isCommandLineFileName } from '../../workspace/paths/path-text.js';
import { CONFIG_SHAPE } from '../../workspace/config/config.js';
import type { Permissions } from '../commands/command-request.js';
import { createRunCommands } from '../commands/create-run-commands.js';
import type { Host } from '../host/host.js';
import { schemeOf } from '../protocol/uris.js';
import { TextWork } from './large-texts.js';
import { NodeFolder } from './node-folder.js';

export interface NodeHostOptions {
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a config file that the operator named. */
  readonly config: string | undefined;
  readonly log: JsonLog;
  readonly permissions: Permissions;
  /** Whether runs are stored; undefined leaves it to the config. */
  readonly history: boolean | undefined;
}

export function createNodeHost(options: NodeHostOptions): Host {
  const texts = new TextWork();
  const commands = createRunCommands();
  return {
    canRun: true,
    configShape: CONFIG_SHAPE,
    isRequestFile: isCommandLineFileName,
    isConfigFile: (path) => CONFIG_FILE_NAMES.includes(path.slice(path.lastIndexOf('/') + 1)),
    watchPatterns: [
      '**/*.{http,HTTP,Http,rest,spec,SPEC}',
      `**/{${[...CONFIG_FILE_NAMES, ...CLIENT_ENV_NAMES.map(({ name }) => name)].join(',')}}`,
      '**/{.env,.env.*,*.env}',
    ],
    openFolder: (folder) => {
      const root = folderPath(folder.uri);
      return root === undefined
        ? undefined
        : new NodeFolder({ ...options, ...folder, root, texts, commands });
    },
    close: async () => {
      await commands.close();
      await texts.close();
    },
  };
}

/** Undefined for a folder that is not on this disk. */
function folderPath(uri: string): string | undefined {
  if (schemeOf(uri) !== 'file') return undefined;
  try {
    const path = fileURLToPath(`${uri}/`);
    return statSync(path).isDirectory() ? realPath(path) : undefined;
  } catch {
    return undefined;
  }
}
