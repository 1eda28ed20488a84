import { PNG } from 'pngjs';
import { api } from '../support/api.mjs';
import { goldenDesign, NAMES } from './designs.mjs';
import { generatedDesigns } from './generated.mjs';
import { MARKED } from './marks.mjs';
import { LANGUAGES, WORDS } from './words.mjs';

const AT_A_TIME = 4;

/** How many designs are generated from a seed. */
const GENERATED = 24;

/**
 * Every design in every language, and those generated from the seeds, saved in the running product. Pictures of pixels go
 * through its own upload. `only` is a part of the titles to take.
 */
export async function saveGoldenSet(product, { seeds, only }) {
  const call = api(product.url, product.demo.api_key);
  const photo = drawPhoto();
  const address = await upload(call, photo);
  const images = { [address]: `data:image/png;base64,${photo.toString('base64')}` };
  const written = NAMES.flatMap((name) => LANGUAGES.map((language) => ({ name, language, title: `${name} ${language}` })));
  const generated = seeds.flatMap((seed) => generatedDesigns(seed, GENERATED));
  const set = [...written, ...MARKED, ...generated].filter(({ title }) => title.includes(only));
  const queue = [...set];
  const save = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      one.design ??= goldenDesign(one.name, one.language, WORDS[one.language], address);
      one.job = jobOf(one, images);
      const { design } = await call('POST', '/certificate_designs/create', { design: { ...one.design, name: one.title } });
      one.id = design.id;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, save));
  return set;
}

/** What the server asks the print page for when it prints the design. */
function jobOf({ design, language, title }, images) {
  const urls = [design.background, ...design.blocks.map((block) => block.image_url)].filter(Boolean);
  const known = Object.fromEntries(urls.map((url) => [url, images[url] ?? url]));
  return { design, lang: language, mode: 'pdf', title, pages: [{ values: {} }], images: known };
}

/** A harbour at dusk: gradients, hard edges and grain, as photographs have them. */
function drawPhoto() {
  const picture = new PNG({ width: 480, height: 320, colorType: 2 });
  let grain = 7;
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      grain = (grain * 16807) % 2147483647;
      const noise = (grain % 17) - 8;
      const sun = Math.max(0, 1 - Math.hypot(x - 330, y - 120) / 60);
      const boat = Math.abs(x - 140) < 90 - Math.abs(y - 220) && y > 190;
      const shade = boat ? [60, 30, 30] : [90 + y / 3 + 120 * sun, 110 + y / 6 + 90 * sun, 190 - y / 4];
      for (const [i, value] of shade.entries()) picture.data[(y * picture.width + x) * 4 + i] = Math.min(255, Math.max(0, value + noise));
      picture.data[(y * picture.width + x) * 4 + 3] = 255;
    }
  }
  return PNG.sync.write(picture);
}

async function upload(call, bytes) {
  const policy = await call('POST', '/upload_policies/templates', { file_name: 'harbour.png', content_type: 'image/png', size: bytes.length });
  const form = new FormData();
  for (const [name, value] of Object.entries(policy.fields)) form.append(name, value);
  form.append('file', new Blob([bytes], { type: 'image/png' }), 'harbour.png');
  const answer = await fetch(policy.bucket_url, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}`);
  return policy.bucket_file_url_prefix + policy.key;
}
