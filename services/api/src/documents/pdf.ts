import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`);

/** What makes documents, loaded with the first one. */
let maker: Promise<typeof pdfmake> | undefined;

async function loadMaker(): Promise<typeof pdfmake> {
  const { default: loaded } = await import('pdfmake');
  loaded.setFonts({
    Roboto: {
      normal: font('Regular'),
      bold: font('Medium'),
      italics: font('Italic'),
      bolditalics: font('MediumItalic'),
    },
  });
  // What a document says fetches nothing, from the network or from this machine.
  loaded.setUrlAccessPolicy(() => false);
  loaded.setLocalAccessPolicy((path: string) => path.startsWith(fonts));
  return loaded;
}

/** Makes a document. Its words are as they were given: what a reader cannot draw is left to the reader. */
export const pdfOf = async (document: TDocumentDefinitions): Promise<Buffer> =>
  (await (maker ??= loadMaker())).createPdf(document).getBuffer();
