import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** SMTP server that stores the mails it receives. */
export class MailServer {
  readonly mails: ParsedMail[] = [];
  /** If set, the answer to every mail instead of accepting it. */
  refuse: { readonly code: number; readonly message: string } | undefined;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onData: (stream, _session, done) => {
        simpleParser(stream).then((mail) => {
          if (this.refuse)
            return done(Object.assign(new Error(this.refuse.message), { responseCode: this.refuse.code }));
          this.mails.push(mail);
          done();
        }, done);
      },
    });
    // Clients that are killed in a test cause errors here.
    this.#server.on('error', () => undefined);
  }

  static async start(port = 0): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((done) => server.#server.listen(port, '127.0.0.1', done));
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The first recipient of each mail, sorted. */
  get recipients(): string[] {
    return this.mails.map(recipientOf).sort();
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(done));
  }
}

export const recipientOf = (mail: ParsedMail): string => [mail.to ?? []].flat()[0]!.value[0]!.address!;

/** Server that accepts connections and never answers. */
export async function silentServer(): Promise<{ readonly url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
