import { readJob } from './job';
import { Recent } from './recent';
import { layPages } from './render';
import { shoot } from './surface';
import { type PictureLooks, plain, shootTiled } from './tiles';

/** Recently used files. Most designs show the same ones on every page. */
const files = new Recent<HTMLImageElement>(8);

async function load(href: string): Promise<HTMLImageElement> {
  const known = files.get(href);
  if (known) return known;
  const image = new Image();
  // A canvas that contains an image of another host can only be read if that host permits it.
  image.crossOrigin = 'anonymous';
  image.src = href;
  await image.decode();
  if (image.naturalWidth === 0) throw new Error('the picture has no size');
  files.set(href, image);
  return image;
}

/** Makes an image of the job's only page, in the form of `shootTiled` or in base64. */
export async function picture(input: unknown, looks: PictureLooks): Promise<string> {
  const job = readJob(input);
  const images = new Map<string, HTMLImageElement>();
  const { pages } = await layPages(job, async (href) => {
    const image = await load(href);
    images.set(href, image);
    return { href, width: image.naturalWidth, height: image.naturalHeight };
  });
  const [page] = pages;
  if (!page) throw new Error('invalid_job: pages');
  const find = (href: string) => images.get(href);
  return looks.tiles
    ? shootTiled(job, page, looks, looks.tiles.id, find)
    : shoot(page, plain(looks), job.lang, find);
}
