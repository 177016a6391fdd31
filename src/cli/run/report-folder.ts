import type { RunSettings } from '../../operations/settings/run-settings.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ProcessContext } from '../process/process-context.js';

/** The base of relative report paths, and who chose it. */
export interface ReportFolder extends Pick<OutputFile, 'folders' | 'chosen'> {
  readonly absolute: string;
}

type ReportSettings = Pick<RunSettings, 'root' | 'outputDir' | 'configuredOutputDir' | 'configDirectory'>;

export function resolveReportFolder(
  { root, outputDir, configuredOutputDir, configDirectory }: ReportSettings,
  { context, positionals }: { readonly context: ProcessContext; readonly positionals: readonly string[] },
): ReportFolder {
  const { cwd } = context;
  const absolute = outputDir ?? cwd;
  const folders = workspaceFolders({ cwd, paths: positionals, configDirectory });
  if (configuredOutputDir === undefined) return { absolute, folders };
  const refusal = `outputDir "${configuredOutputDir}" of service.yaml leads outside of the workspace; name a directory inside it or use --output-dir`;
  return { absolute, folders, chosen: { absolute, root, refusal } };
}
