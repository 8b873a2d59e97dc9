import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Description that the provider's process gives of itself. */
export interface ProviderDescription {
  readonly base: string;
  readonly entityId: string;
  readonly ssoUrl: string;
  /** In base64. */
  readonly certificate: string;
  readonly foreignCertificate: string;
  readonly metadata: string;
}

/** Parameters of an answer. */
export interface MadeAnswer {
  readonly emailAddress: string;
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly displayName?: string;
  readonly acsUrl: string;
  readonly audience: string;
  readonly inResponseTo: string;
  readonly destination?: string;
  readonly recipient?: string;
  readonly issuer?: string;
  readonly signedBy?: 'ITSELF' | 'FOREIGN' | 'NOBODY';
  readonly isResponseSigned?: boolean;
  readonly isAssertionSigned?: boolean;
  /** Of the names, if they differ from the display name. */
  readonly givenName?: string;
  readonly surname?: string;
  readonly isWeak?: boolean;
  readonly lifetimeInSeconds?: number;
  readonly status?: string;
}

/** An organization's identity provider, by samlp, in a process of its own. */
export class IdentityProvider {
  readonly is: ProviderDescription;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, is: ProviderDescription) {
    this.#child = child;
    this.is = is;
  }

  static async start(): Promise<IdentityProvider> {
    const child = fork(fileURLToPath(new URL('./provider-process.ts', import.meta.url)), {
      execArgv: ['--disable-warning=DEP0005', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [is] = (await once(child, 'message')) as [ProviderDescription];
    return new IdentityProvider(child, is);
  }

  /** Its answer as XML. */
  async make(answer: MadeAnswer): Promise<string> {
    const made = await fetch(`${this.is.base}/make`, { method: 'POST', body: JSON.stringify(answer) });
    if (!made.ok) throw new Error(await made.text());
    return made.text();
  }

  async stop(): Promise<void> {
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}
