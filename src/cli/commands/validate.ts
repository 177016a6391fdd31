import { validatePaths, type FileValidation } from '../../operations/files/validate-files.js';
import { defineCommand } from '../command/command.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { choiceFlag, switchFlag } from '../flags/flag.js';
import { writeChunks } from '../command/output.js';
import { namedPaths, PATHS_OR_STDIN, readSource, STDIN, STDIN_NAME } from '../command/request-paths.js';
import { noFileError } from '../flags/selection-flags.js';
import { hasFailed, validationJson, validationText } from '../command/validation-report.js';

/** Each schema is loaded when it is requested. */
const SCHEMAS = {
  config: async (): Promise<object> =>
    (await import('../../workspace/config/config-schema.js')).configSchema(),
  results: async (): Promise<object> => (await import('../../reports/results-schema.js')).RESULTS_SCHEMA,
  diff: async (): Promise<object> => (await import('../../reports/diff/diff-schema.js')).DIFF_SCHEMA,
  strength: async (): Promise<object> =>
    (await import('../../reports/strength/strength-schema.js')).STRENGTH_SCHEMA,
  stress: async (): Promise<object> => (await import('../../reports/stress/stress-schema.js')).STRESS_SCHEMA,
} as const;

type SchemaName = keyof typeof SCHEMAS;

export const validate = defineCommand({
  arguments: [
    {
      ...PATHS_OR_STDIN,
      meaning: `${PATHS_OR_STDIN.meaning}; service.yaml is checked when named or found`,
      complete: { extensions: ['http', 'rest', 'spec', 'yaml', 'yml'] },
    },
  ],
  flags: {
    json: switchFlag('print a JSON array with one entry per file'),
    strict: switchFlag('warnings count as errors'),
    schema: choiceFlag('print a JSON Schema and do nothing else', Object.keys(SCHEMAS) as SchemaName[], {
      value: 'name',
    }),
  },
  examples: [
    'svc validate',
    'svc validate --strict tests/ service.yaml',
    'svc validate --json - < draft.http',
  ],
  exitCodes: [
    [EXIT.ok, 'no errors'],
    [EXIT.requestFile, 'a request file is missing or has errors'],
    [EXIT.input, 'a config file has errors'],
  ],
  async run({ flags, positionals, terminal, context }) {
    if (flags.schema !== undefined) {
      const schema = await SCHEMAS[flags.schema]();
      await terminal.json(`${JSON.stringify(schema, null, 2)}\n`);
      return EXIT.ok;
    }
    const { validations, warnings } = await validatePaths({
      paths: namedPaths(positionals),
      cwd: context.cwd,
      config: context.env['SVC_CONFIG'] || undefined,
      stdin: positionals.includes(STDIN)
        ? { name: STDIN_NAME, source: await readSource(context) }
        : undefined,
    });
    for (const warning of warnings) await terminal.warning(warning);
    if (flags.json) await writeChunks(validationJson(validations, flags.strict), terminal.json);
    else {
      const shown = { strict: flags.strict, verbose: terminal.verbosity > 0 };
      await writeChunks(validationText(validations, shown, terminal.style), terminal.report);
    }
    if (validations.length === 0) throw noFileError(namedPaths(positionals));
    for (const { problem } of validations) if (problem !== undefined) await terminal.error(problem);
    return worstExitCode(validations.map((validation) => exitCode(validation, flags.strict)));
  },
});

function exitCode(validation: FileValidation, strict: boolean): ExitCode {
  if (!hasFailed(validation, strict)) return EXIT.ok;
  return validation.kind === 'config' ? EXIT.input : EXIT.requestFile;
}
