import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test as setup } from '@playwright/test';
import { buildScript } from './folders.ts';

setup('the catalog builds', async () => {
  setup.setTimeout(180_000);
  await promisify(execFile)(process.execPath, [buildScript, 'build'], { maxBuffer: 16 * 1024 * 1024 });
});
