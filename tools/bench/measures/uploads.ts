import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeepAliveConnection } from '../load/http-load.ts';
import { sendReport, signInAll } from '../load/report-load.ts';

export interface UploadsOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the files, on the measured disk. */
  readonly folder: string;
  readonly rounds: number;
  /** Size of each file. */
  readonly bytes: number;
  readonly atOnce: number;
  /** Folder for the API's CPU profile. */
  readonly profileFolder?: string | undefined;
}

/** A file that looks like a film, with random bytes. */
function filmOf(bytes: number): Buffer {
  const head = Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp41\0\0\0\0mdat', 'latin1');
  head.writeUInt32BE(bytes - 24, 24);
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

/**
 * Sends a file from memory without copying it, since the sender shares the CPU.
 * @throws if it is refused.
 */
async function put(port: number, path: string, film: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
  const sending = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'PUT',
    headers: { ...headers, 'content-length': film.length },
  });
  sending.end(film);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`A file was answered ${answer.statusCode}: ${body}`);
}

/**
 * U1: files sent concurrently until the last is acknowledged, in alternation with dd writing and syncing the same
 * bytes.
 */
export async function benchUploads({
  adminUrl,
  folder,
  rounds: count,
  bytes,
  atOnce,
  profileFolder,
}: UploadsOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 1);
  const api = await RunningApi.start(
    { ...options, projector: true, filesDir: join(folder, 'files') },
    join(folder, 'api.log'),
    profileFolder,
  );
  const films = Array.from({ length: atOnce }, () => filmOf(bytes));
  const [source, copy] = [join(folder, 'films'), join(folder, 'films-copied')];
  writeFileSync(source, Buffer.concat(films));
  const megabytes = (bytes * atOnce) / 1e6;
  try {
    const [person] = await signInAll(api.port, organizations);
    const headers = { authorization: `Bearer ${person!.token}`, 'content-type': 'application/octet-stream' };
    const upload = async (): Promise<number> => {
      const connection = await KeepAliveConnection.open(api.port);
      const { eventId } = JSON.parse((await sendReport(connection, person!)).body) as { eventId: string };
      connection.close();
      const begin = performance.now();
      await Promise.all(
        films.map((film, index) =>
          put(api.port, `/api/reported-events/${eventId}/attachments/${randomUUID()}?name=${index}.mp4`, film, headers),
        ),
      );
      return megabytes / ((performance.now() - begin) / 1_000);
    };
    const write = (): number => {
      const begin = performance.now();
      const { status, stderr } = spawnSync('dd', [`if=${source}`, `of=${copy}`, 'bs=1M', 'conv=fsync'], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`dd: ${stderr}`);
      const rate = megabytes / ((performance.now() - begin) / 1_000);
      rmSync(copy);
      return rate;
    };
    // Warm up: compilation and loading are not part of a file's cost.
    await upload();
    write();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      rounds.push(roundOf(await upload(), write()));
    }
    return {
      id: 'U1',
      ratio: medianRatio(rounds),
      rounds,
      subject: `${atOnce} films of ${(bytes / 1e6).toFixed(1)} MB sent at once to one API process, judged, sealed, synced and in the log; MB/s`,
      peer: 'dd bs=1M conv=fsync of the same bytes into one file; MB/s',
    };
  } finally {
    await (profileFolder ? api.stop() : api.kill());
  }
}
