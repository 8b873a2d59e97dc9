import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TXT = 16;

/** A local name server that only knows TXT records. */
export class NameServer {
  /** By name, in lower case. */
  readonly records = new Map<string, string[]>();
  /** Whether it answers nothing. */
  isSilent = false;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (question, { port, address }) => {
      const answer = this.isSilent ? undefined : this.#answerTo(question);
      if (answer) socket.send(answer, port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): void {
    this.#socket.close();
  }

  #answerTo(question: Buffer): Buffer {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let size = question[at]!; size > 0; size = question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + size));
      at += size + 1;
    }
    const asked = question.subarray(HEADER_BYTES, at + 5);
    const texts = question.readUInt16BE(at + 1) === TXT ? (this.records.get(labels.join('.').toLowerCase()) ?? []) : [];
    const header = Buffer.from([
      question[0]!,
      question[1]!,
      0x81,
      texts.length > 0 ? 0x80 : 0x83,
      0,
      1,
      0,
      texts.length,
      0,
      0,
      0,
      0,
    ]);
    const answers = texts.map((text) => {
      const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
      return Buffer.concat([Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 1, 0, data.length]), data]);
    });
    return Buffer.concat([header, asked, ...answers]);
  }
}
