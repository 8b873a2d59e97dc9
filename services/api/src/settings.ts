/** What the process was told at its start. */
export interface Settings {
  readonly publicUrl: string;
  /** Without it browsers may call from this machine alone. */
  readonly isPublicUrlGiven: boolean;
  readonly production: boolean;
  /** What one organization may ask of a process; 429 beyond it. */
  readonly organizationRequestsPerSecond: number;
}

/** `constructor(@Inject(SETTINGS) private readonly settings: Settings)`. */
export const SETTINGS = Symbol('Settings');
