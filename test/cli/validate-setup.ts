import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

export async function validate(files: Record<string, string | Uint8Array>, ...args: string[]) {
  const cwd = await temporaryWorkspace(files);
  return runInProcess(['validate', ...args], { cwd });
}
