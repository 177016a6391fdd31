import type { RunSettings } from '../../operations/settings/run-options.js';
import { workspaceFolders, type OutputFile } from '../../workspace/output/output-file.js';
import type { ProcessContext } from '../process/process-context.js';

/** Base of relative report paths, and on whose word it is that. */
export interface ReportFolder extends Pick<OutputFile, 'folders' | 'chosen'> {
  readonly absolute: string;
}

type ReportSettings = Pick<RunSettings, 'root' | 'outputDir' | 'chosenOutputDir' | 'configDirectory'>;

export function reportFolder(
  { root, outputDir, chosenOutputDir, configDirectory }: ReportSettings,
  { context, positionals }: { readonly context: ProcessContext; readonly positionals: readonly string[] },
): ReportFolder {
  const { cwd } = context;
  const absolute = outputDir ?? cwd;
  const folders = workspaceFolders({ cwd, paths: positionals, configDirectory });
  if (chosenOutputDir === undefined) return { absolute, folders };
  const refusal = `outputDir "${chosenOutputDir}" of service.yaml leads outside of the workspace; name a directory inside it or use --output-dir`;
  return { absolute, folders, chosen: { absolute, root, refusal } };
}
