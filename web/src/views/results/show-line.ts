import { fileAddress, navigate, replaceAddress, resultAddress, route } from '../../state/route.js';

/** Moves the cursor of the editor to a line, also if the address names that line already. */
export function showLine(file: string, line: number): void {
  const shown = route.peek();
  if (shown.view !== 'workspace' || shown.file !== file) {
    navigate(fileAddress(file, line));
    return;
  }
  replaceAddress(resultAddress({ ...shown, line: 0 }));
  // The editor follows a change of the address after it has been drawn.
  requestAnimationFrame(() => replaceAddress(resultAddress({ ...shown, line })));
}
