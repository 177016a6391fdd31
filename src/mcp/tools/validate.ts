import { compareDiagnostics } from '../../request-file/model/diagnostic.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { validateFiles } from '../../request-file/validate.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { defineTool, jsonOutput } from '../call/tool.js';
import { closedObject, someText } from '../protocol/argument-types.js';
import { openPath } from '../call/workspace-paths.js';
import { VALIDATE_OUTPUT } from './output-schemas.js';

export const validateTool = defineTool({
  name: 'svc_validate',
  title: 'Check one request file',
  description:
    'Parses one request file of the workspace and checks its structure. Sends nothing and resolves no ' +
    'variables. An invalid file is a result with valid false and the places of its errors.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: closedObject({
    file: someText(1024, 'A request file (.http, .spec) of the workspace, as a relative path.'),
  }),
  outputSchema: VALIDATE_OUTPUT,
  limit: { bucket: 600, perSecond: 50, running: 4 },
  read: (args) => args,
  run: async ({ file: sent }, { settings }) => {
    const root = settings.workspace;
    const { path, bytes, directory } = await openPath({ field: 'file', sent }, root, true);
    const file = await parseRequestFile(
      bytes,
      path,
      scriptReader(directory, async () => root),
    );
    const findings = [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])].sort(
      compareDiagnostics,
    );
    const errors = findings.filter(({ severity }) => severity === 'error');
    return jsonOutput({
      file: path,
      valid: errors.length === 0,
      requests: file.requests.length,
      errors: errors.map(({ line, column, message }) => `${line}:${column} ${message}`),
      diagnostics: findings.map(({ line, column, severity, code, message }) => ({
        line,
        column,
        severity,
        code,
        message,
      })),
    });
  },
});
