/** Of a config file; apart from its reading, so that neither needs the code of the other. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
