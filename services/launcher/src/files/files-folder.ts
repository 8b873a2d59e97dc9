import { join } from 'node:path';

/** Where files lie that are attached; in a bucket they lie for good, and come by way of the folder. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
