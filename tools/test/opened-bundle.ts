import { readFileSync } from 'node:fs';
import { judge, unseal } from '../../services/api/verify-page/judge.js';

/** All text that can be read in a bundle with its keys. */
export async function openedBundle(file: string): Promise<string> {
  const bodies: string[] = [];
  const { keys: of, manifest } = await judge(new Blob([new Uint8Array(readFileSync(file))]), {
    event: (event: object) => void bodies.push((event as { body: string }).body),
  });
  return JSON.stringify(await Promise.all(bodies.map((body) => unseal(body, of, manifest.organization.guid))));
}
