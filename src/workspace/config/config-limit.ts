/** The maximum size of a config file. This file has no imports, so that code which only reads bytes loads no YAML. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
