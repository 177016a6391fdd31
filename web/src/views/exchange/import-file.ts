import { importDraft } from '../../state/imports.js';
import { attempt } from '../../state/notices.js';
import { readDocument } from './read-document.js';

/** Uses a chosen or dropped file as the definition to import. */
export async function importFile(file: File): Promise<void> {
  const text = await attempt(() => readDocument(file));
  if (text === undefined) return;
  importDraft.value = { ...importDraft.value, way: 'text', file: { name: file.name, text }, kind: '' };
}

/** Uses a dropped file or dragged text. */
export function importDrop({ dataTransfer }: DragEvent): void {
  const [file] = dataTransfer?.files ?? [];
  const text = dataTransfer?.getData('text/plain') ?? '';
  if (file !== undefined) void importFile(file);
  else if (text !== '') importDraft.value = { ...importDraft.value, way: 'text', file: undefined, text };
}
