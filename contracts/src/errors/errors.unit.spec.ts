import { entriesOf } from '../all-contexts.ts';
import { errorCatalogue } from './catalogue.generated.ts';

test('the catalogue has every error of every context, as its context declares it', () => {
  expect(errorCatalogue).toMatchObject(entriesOf('errors'));
});
