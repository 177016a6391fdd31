import type { SettingsRequest } from '../../operations/settings/run-settings.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { Config } from '../../workspace/config/config.js';
import type { CommandRequest } from './command-request.js';
import type { OpenTexts } from './open-texts.js';

/** The settings that `svc run` would read in the folder, with the text of an open config file. */
export function commandSettings(
  { folder, path, environment, config, process }: CommandRequest,
  texts: OpenTexts,
  file: RunnableFile,
  overrides: Config = {},
): SettingsRequest {
  return {
    cwd: folder,
    ...(path !== undefined && { paths: [path] }),
    process,
    config,
    overrides: { ...overrides, ...(environment !== undefined && { defaultEnvironment: environment }) },
    openConfig: (absolute) => texts.textAt(absolute),
    client: { files: Promise.resolve([file]) },
  };
}
