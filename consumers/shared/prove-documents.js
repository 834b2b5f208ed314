import { makePdf } from './make-pdf.js';

/** @param client a client whose model is loaded */
export async function proveDocuments(client) {
  await client.readPictures(true);
  const { problems } = await client.import([
    new File([makePdf(['Minutes of the harbour council', 'Dredging begins in March'])], 'minutes.pdf'),
    new File(['# Tuesday\n\n![](notice.png)'], 'tuesday.md'),
    new File([await draw('Your parcel waits at the post office')], 'notice.png'),
  ]);
  await client.idle();
  const { pictures } = await client.stats();
  const page = await placeOf(client, 'dredging');
  const picture = await placeOf(client, 'parcel');
  return {
    page: page?.number,
    words: picture?.kind,
    documentProblems: problems.map(({ message }) => message).join(),
    pictureError: pictures.error ?? '',
  };
}

async function placeOf(client, query) {
  const { hits } = await client.search(query, { modes: ['keyword'] });
  return hits[0]?.place;
}

function draw(line) {
  const canvas = new OffscreenCanvas(560, 100);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '26px sans-serif';
  context.fillText(line, 30, 60);
  return canvas.convertToBlob();
}
