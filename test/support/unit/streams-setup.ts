export const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
