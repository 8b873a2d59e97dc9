import { conflict } from '../errors/error-entry.ts';

export const integrationErrors = {
  InvalidApiKey: { status: 401, text: 'This key is not valid' },
  KafkaNotConfigured: conflict('This installation has no Kafka brokers'),
  AddressNotAllowed: { status: 422, text: 'Plimsoll sends nothing to this address' },
} as const;
