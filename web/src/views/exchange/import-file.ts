import { importDraft, type GivenFile } from '../../state/imports.js';
import { attempt } from '../../state/notices.js';
import { readDocument } from './read-document.js';

/** Uses chosen or dropped files as the definitions to import. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const given: GivenFile[] = [];
  for (const file of files) {
    const text = await attempt(() => readDocument(file));
    if (text !== undefined) given.push({ name: file.name, text });
  }
  if (given.length > 0) importDraft.value = { ...importDraft.value, way: 'text', files: given, kind: '' };
}

/** Uses dropped files or dragged text. */
export function importDrop({ dataTransfer }: DragEvent): void {
  const files = [...(dataTransfer?.files ?? [])];
  const text = dataTransfer?.getData('text/plain') ?? '';
  if (files.length > 0) void importFiles(files);
  else if (text !== '') importDraft.value = { ...importDraft.value, way: 'text', files: [], text };
}
