import { execFileSync } from 'node:child_process';

/**
 * Writes a script that can be executed at once. Another process writes it: a program that another thread of this one
 * starts meanwhile would have the file open for writing until it runs, and the system executes no such file.
 */
export function writeExecutable(path: string, text: string): void {
  execFileSync('sh', ['-c', 'cat > "$0" && chmod 755 "$0"', path], { input: text });
}
