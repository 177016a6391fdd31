export const headers = [['Content-Type', 'text/xml']] as const;
