import { createHash, createPublicKey, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { keyIdOf } from '@plimsoll/event-store/chain/checkpoint';
import { ZipFile } from 'yazl';
import {
  checkpointLines,
  eventLines,
  keyLines,
  publicKeyBytes,
  survey,
  type BundleRange,
  type BundleSource,
} from './bundle-contents.ts';
import { bundleReadme } from './bundle-readme.ts';

const BUNDLE_FORMAT = 'plimsoll-audit-bundle/1';

interface Listed {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Streams a bundle as a ZIP, never in memory as a whole. Fails without a signature when the log was altered.
 * @param progress called with the positions of written events.
 */
export function writeBundle(
  range: BundleRange,
  source: BundleSource,
  progress: (position: number) => void | Promise<void> = () => undefined,
): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  fill(zip, range, source, progress).catch((error: unknown) => output.destroy(error as Error));
  return output as AsyncIterable<Buffer>;
}

async function fill(
  zip: ZipFile,
  range: BundleRange,
  source: BundleSource,
  progress: (position: number) => void | Promise<void>,
): Promise<void> {
  const { tenant, firstPosition, lastPosition, personalData } = range;
  const { signingKey, formerKeys, made } = source;
  const surveyed = await survey(range, source);
  const files: Listed[] = [];
  const put = async (
    path: string,
    content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  ): Promise<void> => {
    files.push({ path, ...(await enter(zip, path, content, made)) });
  };

  await put('README.txt', [bundleReadme(source.organizationName, personalData)]);
  await put('verify.html', [source.verifier]);
  let facts: Awaited<ReturnType<ReturnType<typeof eventLines>['next']>>['value'] | undefined;
  await put(
    'events.ndjson',
    (async function* lines() {
      facts = yield* eventLines(range, source, surveyed, progress);
    })(),
  );
  if (facts === undefined || typeof facts === 'string') throw new Error('The events were not read to their end');
  await put('checkpoints.ndjson', [checkpointLines(range, source, surveyed.headHash)]);
  if (personalData === 'WITH_KEYS') await put('keys.ndjson', keyLines(facts.keys));
  for (const [name, { formGuid, version }] of facts.forms) {
    const form = await source.form(formGuid, version);
    if (form) await put(`forms/${name}.json`, [canonicalText(form)!]);
  }
  for (const [sha256, { fileGuid, size }] of facts.files) {
    const content = await source.file(fileGuid, size);
    if (content) await put(`attachments/${sha256}`, content);
  }

  const manifest = canonicalText({
    format: BUNDLE_FORMAT,
    organization: { guid: tenant, name: source.organizationName },
    made: made.toISOString(),
    firstPosition,
    lastPosition,
    previousHash: surveyed.previousHash,
    headHash: surveyed.headHash,
    events: facts.events,
    redacted: facts.redacted,
    personalData,
    publicKeys: [signingKey, ...formerKeys].map((key) => ({
      keyId: keyIdOf(key.type === 'private' ? createPublicKey(key) : key),
      publicKey: publicKeyBytes(key).toString('base64'),
    })),
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  })!;
  await enter(zip, 'manifest.json', [manifest], made);
  const digest = createHash('sha256').update(manifest).digest('hex');
  const signature = sign(null, Buffer.from(`plimsoll manifest 1\n${digest}\n`), signingKey).toString('base64');
  await enter(zip, 'manifest.sig', [canonicalText({ keyId: keyIdOf(createPublicKey(signingKey)), signature })!], made);
  zip.end();
}

/** Adds a file as a stream; resolves when all of it is in the ZIP. */
async function enter(
  zip: ZipFile,
  path: string,
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  made: Date,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of content) {
      const buffer = Buffer.from(part as string);
      bytes += buffer.length;
      hash.update(buffer);
      yield buffer;
    }
  }
  const stream = Readable.from(counted(), { objectMode: false });
  const ended = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
  zip.addReadStream(stream, path, { mtime: made, compress: true });
  await ended;
  return { bytes, sha256: hash.digest('hex') };
}
