import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Gathered, inBatches, piecesOf } from '../batches.ts';
import type { FileStore } from './file-store.ts';
import { FilesAway } from './files-away.ts';
import { FileTurns } from '../judging/turns.ts';

/** A bucket that speaks S3's protocol, and who may write to it. */
export interface BucketAccess {
  readonly bucket: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What is longer goes in parts, the least that S3 takes: each is in memory while it is sent, so that it can be sent again. */
const PART_BYTES = 5 * 2 ** 20;
const CONNECT_MS = 5_000;
/** Without a byte for so long the bucket is away. */
const SILENCE_MS = 30_000;

/** Nothing is wrong with the way there: whoever set it up has to change something. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
}

const isMissing = (fault: unknown): boolean =>
  fault instanceof S3ServiceException && (fault.name === 'NoSuchKey' || fault.name === 'NotFound');
const isBeyondEnd = (fault: unknown): boolean =>
  fault instanceof S3ServiceException && (fault.name === 'InvalidRange' || fault.$metadata.httpStatusCode === 416);

/** Files in a bucket. What a kill leaves of parts is nothing to anybody, and for the bucket's own rules to remove. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  /** One file is sent at a time: parts of each would be in memory. */
  readonly #sending = new FileTurns();
  #part: Gathered | undefined;

  /** @param page so many keys are asked for at once. */
  constructor(
    { bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
    private readonly page = 1_000,
  ) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Elsewhere than at Amazon the bucket is seldom a name of its own, and sums that S3 does not demand are not always understood.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    });
  }

  /** @throws BucketRefused when there is no such bucket, or these keys do not open it; FilesAway when it does not answer. */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })).catch((fault: unknown) => {
      const status = fault instanceof S3ServiceException ? (fault.$metadata.httpStatusCode ?? 0) : 0;
      if (status === 404) throw new BucketRefused(`there is no bucket ${this.#bucket}`);
      if (status === 401 || status === 403)
        throw new BucketRefused(
          `the bucket ${this.#bucket} does not open to S3_ACCESS_KEY_ID with its S3_SECRET_ACCESS_KEY`,
        );
      if (status >= 300 && status < 500)
        throw new BucketRefused(`the bucket ${this.#bucket} is refused: it may be in another region`);
      throw away(fault);
    });
  }

  put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    return this.#sending.take(() => this.#send(key, content));
  }

  async #send(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key };
    let uploadId: string | undefined;
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    const send = async (Body: Buffer, isWhole: boolean) => {
      if (isWhole)
        return void (await this.#client.send(
          new PutObjectCommand({ ...object, Body, ContentType: 'application/octet-stream' }),
        ));
      uploadId ??= (
        await this.#client.send(
          new CreateMultipartUploadCommand({ ...object, ContentType: 'application/octet-stream' }),
        )
      ).UploadId;
      const PartNumber = parts.length + 1;
      const { ETag } = await this.#client.send(
        new UploadPartCommand({ ...object, UploadId: uploadId, PartNumber, Body }),
      );
      parts.push({ ETag, PartNumber });
    };
    try {
      for await (const bytes of inBatches(content, (this.#part ??= new Gathered(PART_BYTES))))
        await send(bytes, parts.length === 0 && bytes.length < PART_BYTES).catch(throwAway);
      if (uploadId !== undefined)
        await this.#client
          .send(
            new CompleteMultipartUploadCommand({ ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } }),
          )
          .catch(throwAway);
    } catch (fault) {
      if (uploadId !== undefined)
        await this.#client
          .send(new AbortMultipartUploadCommand({ ...object, UploadId: uploadId }))
          .catch(() => undefined);
      throw fault;
    }
  }

  take(key: string, path: string): Promise<void> {
    return this.put(key, piecesOf(path));
  }

  async get(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable | null> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          ...(range && { Range: `bytes=${range.from}-${range.to - 1}` }),
        }),
      );
      return Body as Readable;
    } catch (fault) {
      if (isMissing(fault)) return null;
      if (isBeyondEnd(fault)) return Readable.from([]);
      throw away(fault);
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client
      .send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
      .catch((fault: unknown) => (isMissing(fault) ? undefined : throwAway(fault)));
  }

  async *list(): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    let after: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await this.#client
        .send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: this.page, ContinuationToken: after }))
        .catch(throwAway);
      for (const { Key, Size, LastModified } of Contents) yield { key: Key!, bytes: Size!, changedAt: LastModified! };
      after = NextContinuationToken;
    } while (after !== undefined);
  }

  close(): void {
    this.#client.destroy();
  }
}

const away = (fault: unknown): FilesAway =>
  new FilesAway(`The bucket of files does not answer as it should: ${(fault as Error).message}`, { cause: fault });
const throwAway = (fault: unknown): never => {
  throw away(fault);
};
