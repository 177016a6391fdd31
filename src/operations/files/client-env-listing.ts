/** The environments of files of other clients, as clients of a server see them: without any value. */
import { diagnose, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { surveyClientEnv, type SurveyedEnvironment } from '../../workspace/client-env/survey-client-env.js';
import { walkWorkspace } from '../../workspace/files/walk-workspace.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';

/** A finding in an environment file. */
export interface ClientEnvFinding extends Pick<
  Diagnostic,
  'severity' | 'code' | 'message' | 'line' | 'column'
> {
  readonly file: string;
}

/** Each part is left out where it would be empty. */
export interface ClientEnvListing {
  readonly clientEnvironments?: readonly SurveyedEnvironment[];
  readonly clientEnvironmentFindings?: readonly ClientEnvFinding[];
}

/** `paths` are those of the request files of the workspace. */
export async function listClientEnv(
  root: string,
  paths: Iterable<string>,
  named: readonly NamedPath[],
): Promise<ClientEnvListing> {
  const { environments, problems } = await surveyClientEnv({ root, folders: foldersOf(paths), named });
  const findings = problems.map(({ file, line, column, reason, isWarning }): ClientEnvFinding => {
    const place = { line, column, endColumn: column + 1 };
    const { code, severity, message } = diagnose('client_env', place, { file, line, column, reason });
    return { file, severity: isWarning ? 'warning' : severity, code, message, line, column };
  });
  return {
    ...(environments.length > 0 && { clientEnvironments: environments }),
    ...(findings.length > 0 && { clientEnvironmentFindings: findings }),
  };
}

/** Every environment with one of the files that define it; none where the workspace cannot be read. */
export async function findClientNames(
  root: string,
  named: readonly NamedPath[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const { files } = await walkWorkspace(root);
    const folders = foldersOf(files.map(({ path }) => path));
    const { environments } = await surveyClientEnv({ root, folders, named });
    return new Map(environments.map(({ name, files: [file = ''] }) => [name, file]));
  } catch {
    return new Map();
  }
}

function* foldersOf(paths: Iterable<string>): Generator<string> {
  for (const path of paths) yield path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
