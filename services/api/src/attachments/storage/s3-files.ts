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
import { ByteBatch, inBatches, piecesOf } from '../batches.ts';
import type { FileStore } from './file-store.ts';
import { FilesUnavailable } from './files-away.ts';
import { FileTurns } from '../judging/turns.ts';

/** Address and credentials of an S3 bucket. */
export interface BucketAccess {
  readonly bucket: string;
  /** Absent for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Part size of multipart uploads, the minimum of S3: each part is held in memory for retries. */
const PART_BYTES = 5 * 2 ** 20;
const CONNECT_MS = 5_000;
/** Without data for this long the bucket counts as unavailable. */
const SILENCE_MS = 30_000;

/** Error in the bucket's configuration, which a retry cannot fix. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
const isBeyondEnd = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'InvalidRange' || error.$metadata.httpStatusCode === 416);

/**
 * File store in an S3 bucket. Parts of an interrupted upload are unreadable; the bucket's lifecycle rules remove them.
 */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  /** One upload at a time, since its parts are held in memory. */
  readonly #sending = new FileTurns();
  #part: ByteBatch | undefined;

  /** @param page number of keys per list request. */
  constructor(
    { bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
    private readonly page = 1_000,
  ) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Outside Amazon the bucket is rarely part of the host name, and optional checksums are not always supported.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    });
  }

  /**
   * Checks access. @throws BucketRefused when the bucket does not exist or denies access; FilesUnavailable when it is
   * unavailable.
   */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })).catch((error: unknown) => {
      const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
      if (status === 404) throw new BucketRefused(`there is no bucket ${this.#bucket}`);
      if (status === 401 || status === 403)
        throw new BucketRefused(
          `the bucket ${this.#bucket} does not open to S3_ACCESS_KEY_ID with its S3_SECRET_ACCESS_KEY`,
        );
      if (status >= 300 && status < 500)
        throw new BucketRefused(`the bucket ${this.#bucket} is refused: it may be in another region`);
      throw unavailable(error);
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
      for await (const bytes of inBatches(content, (this.#part ??= new ByteBatch(PART_BYTES))))
        await send(bytes, parts.length === 0 && bytes.length < PART_BYTES).catch(throwUnavailable);
      if (uploadId !== undefined)
        await this.#client
          .send(
            new CompleteMultipartUploadCommand({ ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } }),
          )
          .catch(throwUnavailable);
    } catch (error) {
      if (uploadId !== undefined)
        await this.#client
          .send(new AbortMultipartUploadCommand({ ...object, UploadId: uploadId }))
          .catch(() => undefined);
      throw error;
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
    } catch (error) {
      if (isMissing(error)) return null;
      if (isBeyondEnd(error)) return Readable.from([]);
      throw unavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client
      .send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
      .catch((error: unknown) => (isMissing(error) ? undefined : throwUnavailable(error)));
  }

  async *list(): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    let after: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await this.#client
        .send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: this.page, ContinuationToken: after }))
        .catch(throwUnavailable);
      for (const { Key, Size, LastModified } of Contents) yield { key: Key!, bytes: Size!, changedAt: LastModified! };
      after = NextContinuationToken;
    } while (after !== undefined);
  }

  close(): void {
    this.#client.destroy();
  }
}

const unavailable = (error: unknown): FilesUnavailable =>
  new FilesUnavailable(`The bucket of files does not answer as it should: ${(error as Error).message}`, {
    cause: error,
  });
const throwUnavailable = (error: unknown): never => {
  throw unavailable(error);
};
