/** What is wrong with the environment files of other clients that requests would use. */
import { diagnose, type DiagnosticCode, type MessageValues } from '../../request-file/model/diagnostic.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { ClientEnvError } from '../../workspace/client-env/client-env-file.js';
import { ClientEnvironments } from '../../workspace/client-env/client-environments.js';
import { findShadowed } from '../../workspace/client-env/merge-environment.js';
import type { FileValidation, Finding } from './validate-files.js';

export interface ClientEnvReport {
  /** Only files with findings. */
  readonly validations: readonly FileValidation[];
  readonly warnings: readonly string[];
}

/** Every file is reported once, however many request files use it. */
export async function checkClientEnv(
  files: readonly Pick<RunnableFile, 'directory'>[],
  root: string,
  cwd: string,
): Promise<ClientEnvReport> {
  const environments = new ClientEnvironments({
    root,
    shownFrom: cwd,
    named: [],
    isOff: false,
    readsPrivate: true,
  });
  const found = new Map<string, Map<string, Finding>>();
  const add = (file: string, finding: Finding): void =>
    void getOrAdd(found, file, () => new Map<string, Finding>()).set(finding.message, finding);
  for (const directory of new Set(files.map((file) => file.directory))) {
    try {
      const ordered = await environments.filesFor(directory);
      for (const { name, hidden, by } of findShadowed(ordered))
        add(by, findingAt('environment_shadowed', START, { name, file: hidden, other: by }));
    } catch (error) {
      if (!(error instanceof ClientEnvError)) throw error;
      const { file, place, reason } = error;
      add(file, findingAt('client_env', place, { file, ...place, reason }));
    }
  }
  for (const { shown, ignored } of environments.files) {
    if (ignored === undefined) continue;
    const finding = findingAt('ignored_dialect', ignored, { construct: `\`${ignored.key}\`` });
    add(shown, { ...finding, severity: 'info' });
  }
  const validations = Array.from(found, ([file, findings]): FileValidation => {
    return { file, kind: 'config', requests: 0, findings: [...findings.values()] };
  });
  return { validations, warnings: environments.warnings };
}

const START = { line: 1, column: 1 };

function findingAt(
  code: DiagnosticCode,
  { line, column }: { readonly line: number; readonly column: number },
  values: MessageValues,
): Finding {
  const { phase: _phase, ...finding } = diagnose(code, { line, column, endColumn: column + 1 }, values);
  return finding;
}
