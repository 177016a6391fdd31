import { importDraft } from '../../state/imports.js';
import { attempt } from '../../state/notices.js';
import { readDocument } from './read-document.js';

/** A file that was chosen or dropped becomes what is imported. */
export async function takeFile(file: File): Promise<void> {
  const text = await attempt(() => readDocument(file));
  if (text === undefined) return;
  importDraft.value = { ...importDraft.value, way: 'text', file: { name: file.name, text }, kind: '' };
}

/** A file, or text that was dragged. */
export function takeDrop({ dataTransfer }: DragEvent): void {
  const [file] = dataTransfer?.files ?? [];
  const text = dataTransfer?.getData('text/plain') ?? '';
  if (file !== undefined) void takeFile(file);
  else if (text !== '') importDraft.value = { ...importDraft.value, way: 'text', file: undefined, text };
}
