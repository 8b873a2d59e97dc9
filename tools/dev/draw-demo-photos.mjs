// Renders the demo's photos from drawings: `npm run demo-photos`. Photos of real places show people, and have owners.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, script } from './prepare.mjs';

const drawings = join(root, 'tools', 'dev', 'demo-drawings');
const photos = join(root, 'services', 'launcher', 'src', 'demo', 'photos');

await script(async () => {
  await ensureInstalled();
  const { default: sharp } = await import('sharp');
  mkdirSync(photos, { recursive: true });
  for (const name of readdirSync(drawings))
    await sharp(join(drawings, name))
      .jpeg({ quality: 78, mozjpeg: true })
      .toFile(join(photos, name.replace(/svg$/, 'jpg')));
});
