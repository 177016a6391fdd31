import * as vscode from 'vscode';

const HIDDEN = 'svc.hideMissingProgram';

/** Says once per window, and never again when the user wishes so, that requests cannot be run. */
export async function sayProgramIsMissing(state: vscode.Memento): Promise<void> {
  if (state.get<boolean>(HIDDEN, false)) return;
  const [setPath, never] = ['Set path', 'Do not show again'];
  const message = 'svc was not found; running requests needs it.';
  const choice = await vscode.window.showWarningMessage(message, setPath, never);
  if (choice === never) await state.update(HIDDEN, true);
  if (choice === setPath) await vscode.commands.executeCommand('workbench.action.openSettings', 'svc.path');
}
