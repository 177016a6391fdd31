/** The host in a worker of a browser: folders that the client reads, no threads, no runs. */
import { CONFIG_SHAPE } from '../../workspace/config/config.js';
import { CONFIG_FILE_NAMES, isCommandLineFileName } from '../../workspace/paths/path-text.js';
import type { Host } from '../host/host.js';
import { BrowserFolder } from './browser-folder.js';
import type { ClientRequests } from './client-files.js';

export function createBrowserHost(requests: ClientRequests): Host {
  return {
    canRun: false,
    configShape: CONFIG_SHAPE,
    isRequestFile: isCommandLineFileName,
    isConfigFile: (path) => CONFIG_FILE_NAMES.includes(path.slice(path.lastIndexOf('/') + 1)),
    watchPatterns: [
      '**/*.{http,HTTP,Http,rest,spec,SPEC}',
      `**/{${CONFIG_FILE_NAMES.join(',')}}`,
      '**/{.env,.env.*,*.env}',
    ],
    openFolder: (folder) => new BrowserFolder(folder, requests),
  };
}
