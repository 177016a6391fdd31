import * as vscode from 'vscode';

const HIDDEN = 'svc.hideMissingProgram';

let isShown = false;

/** Says once per window, or never again when the user chooses so, that requests cannot be run. */
export async function sayProgramIsMissing(state: vscode.Memento): Promise<void> {
  if (isShown || state.get<boolean>(HIDDEN, false)) return;
  isShown = true;
  const [setPath, never] = ['Set path', 'Do not show again'];
  const message = 'svc was not found; running requests needs it.';
  const choice = await vscode.window.showWarningMessage(message, setPath, never);
  if (choice === never) await state.update(HIDDEN, true);
  if (choice === setPath) await vscode.commands.executeCommand('workbench.action.openSettings', 'svc.path');
}
