import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fitTexts } from './fit-texts.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`);

/** The library, loaded with the first document. */
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
  // Documents must not load anything, neither from the network nor from this machine.
  loaded.setUrlAccessPolicy(() => false);
  loaded.setLocalAccessPolicy((path: string) => path.startsWith(fonts));
  return loaded;
}

/**
 * Renders a document as PDF. Texts are drawn as given, apart from places to break long words; characters without a
 * glyph are left to the viewer. Runs in threads, since it takes seconds for a long document.
 */
export async function pdfOf(document: TDocumentDefinitions): Promise<Buffer> {
  const library = await (maker ??= loadMaker());
  return library.createPdf({ ...document, content: fitTexts(document.content) }).getBuffer();
}
