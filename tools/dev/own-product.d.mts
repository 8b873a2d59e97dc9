export interface OwnProduct {
  readonly environment: {
    readonly PLIMSOLL_URL: string;
    readonly PLIMSOLL_PASSWORD: string;
    readonly PLIMSOLL_DATA_DIR: string;
  };
  readonly stop: () => Promise<void>;
}
export function startOwnProduct(folder?: string, settings?: Readonly<Record<string, string>>): Promise<OwnProduct>;
