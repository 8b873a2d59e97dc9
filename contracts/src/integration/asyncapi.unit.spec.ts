import { Parser } from '@asyncapi/parser';
import { asyncApiDocument } from './asyncapi.ts';
import { topicsWith } from './integration-event.ts';

test('the AsyncAPI document for other systems is valid AsyncAPI 3.0, with a channel for each topic', async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument()));
  expect(
    diagnostics.filter(({ severity }) => severity <= 1).map(({ message, path }) => `${path.join('/')}: ${message}`),
  ).toEqual([]);
  expect(
    document!
      .channels()
      .all()
      .map((channel) => channel.address()),
  ).toEqual(topicsWith(''));
});
