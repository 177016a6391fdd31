import { fileAddress, navigate, resultAddress, route } from '../../state/route.js';

/** Moves the cursor of the editor to a line, also if the address names that line already. */
export function showLine(file: string, line: number): void {
  const shown = route.peek();
  const isShown = shown.view === 'workspace' && shown.file === file;
  navigate(isShown ? resultAddress({ ...shown, line }) : fileAddress(file, line));
}
