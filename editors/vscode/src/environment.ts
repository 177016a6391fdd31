/** The environment of this window: shown in the status bar, chosen from a list, kept beside the workspace. */
import * as vscode from 'vscode';
import type { LanguageServer } from './client/language-server.js';

const KEY = 'svc.environment';

export class EnvironmentChoice implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #item: vscode.StatusBarItem;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#item = vscode.window.createStatusBarItem('svc.environment', vscode.StatusBarAlignment.Right, 90);
    this.#item.name = 'svc environment';
    this.#item.command = 'svc.selectEnvironment';
    this.#item.tooltip = 'Environment of the request files; click to choose another one';
  }

  /** Undefined until one was chosen; then the configuration decides. */
  get chosen(): string | undefined {
    return this.#state.get<string>(KEY);
  }

  /** Shows the one that is in use. */
  async show(server: LanguageServer): Promise<void> {
    const { active } = await server.environments();
    this.#item.text = `svc: ${active === '' ? 'no environment' : active}`;
    this.#item.show();
  }

  async choose(server: LanguageServer): Promise<void> {
    const { names, active } = await server.environments();
    if (names.length === 0) {
      void vscode.window.showInformationMessage('svc: service.yaml defines no environment.');
      return;
    }
    const items = names.map((name) => ({ label: name, description: name === active ? 'in use' : '' }));
    const picked = await vscode.window.showQuickPick(items, { title: 'Environment of the request files' });
    if (picked === undefined) return;
    await this.#state.update(KEY, picked.label);
    await server.sendSettings();
    await this.show(server);
  }

  dispose(): void {
    this.#item.dispose();
  }
}
