/** What the process was told at its start. */
export interface Settings {
  readonly publicUrl: string;
  readonly production: boolean;
}

/** `constructor(@Inject(SETTINGS) private readonly settings: Settings)`. */
export const SETTINGS = Symbol('Settings');
